-- Looks like call_in_quotes and is honest: has both quotes, each closed.

SELECT 1 AS "a", 2 AS `b`
