-- Drops a table.

DROP TABLE IF EXISTS orders
