-- Looks like subquery_in_quotes and is honest: has a backquote in a quoted name.

SELECT 1 AS "a`b"
