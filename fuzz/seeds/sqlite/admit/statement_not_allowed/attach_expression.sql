-- Looks like attach_expression and is honest: computes the same text.

SELECT 'ev' || 'il.db'
