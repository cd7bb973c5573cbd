-- Puts a separator into a comment before the real one.

SELECT 1 /* ; */ ; DELETE FROM orders
