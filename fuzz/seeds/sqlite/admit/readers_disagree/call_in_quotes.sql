-- Has both quotes, each closed.

SELECT 1 AS "a", 2 AS `b`
