-- Looks like endless_clause and is honest: stops.

WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT count(*) FROM n
