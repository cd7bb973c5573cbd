-- Looks like endless_without_the_word and is honest: stops by LIMIT.

WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 50) SELECT max(i) FROM n
