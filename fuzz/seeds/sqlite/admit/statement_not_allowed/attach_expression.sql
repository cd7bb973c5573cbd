-- Computes the same text.

SELECT 'ev' || 'il.db'
