-- Calls it in a scalar subquery.

SELECT (SELECT load_extension('evil'))
