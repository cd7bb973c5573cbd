-- Keywords that SQLite takes for names where nothing else fits.

SELECT 1 AS key, 2 AS "order", 3 AS match, 4 AS temp, 5 AS "index", 6 plan, 7 AS row, 8 AS first, 9 AS window FROM users AS cast
