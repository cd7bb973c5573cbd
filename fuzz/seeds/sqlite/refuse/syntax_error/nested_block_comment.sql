-- Nests a block comment, which SQLite does not: the end is outside.

SELECT 1 /* a /* b */ c */
