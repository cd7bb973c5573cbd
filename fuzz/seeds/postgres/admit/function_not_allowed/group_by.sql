-- Looks like group_by and is honest: a permitted one there.

SELECT 1 FROM orders GROUP BY GROUPING SETS ((lower(note)), ())
