-- Adds a column.

ALTER TABLE orders ADD COLUMN extra
