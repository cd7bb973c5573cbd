-- With them.

SELECT * FROM (VALUES (1)) AS v
