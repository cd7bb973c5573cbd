-- Looks like no_rows_come and is honest: gives its rows.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT i FROM n WHERE i > 0
