-- Glues a word to a number, which other readers split in two.

SELECT 12apples
