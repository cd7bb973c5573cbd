-- Empties a table.

TRUNCATE orders
