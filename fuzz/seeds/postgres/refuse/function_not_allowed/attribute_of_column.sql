-- Calls it as an attribute of a column.

SELECT (o.amount).pg_sleep FROM orders o
