-- A schema before a table.

SELECT id FROM main.orders
