-- Puts one there with a permitted one.

SELECT lower /* ( */ ('EVIL')
