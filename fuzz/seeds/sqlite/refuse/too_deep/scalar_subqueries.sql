-- Nests scalar subqueries.
-- expand

SELECT «(SELECT ×3000»1«)×3000»
