-- Looks like doubling and is honest: doubles it ten times.

WITH RECURSIVE n(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM n LIMIT 10) SELECT max(length(t)) FROM n
