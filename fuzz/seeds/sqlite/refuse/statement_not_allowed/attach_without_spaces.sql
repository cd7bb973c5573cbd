-- Attaches without a space between the words.

attach/**/'evil.db'as/**/evil
