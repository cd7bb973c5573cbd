-- Uses U+0085 between two words.

SELECT 12
