-- Has a backquote in a quoted name.

SELECT 1 AS "a`b"
