-- Never ends, without the word RECURSIVE.

WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
