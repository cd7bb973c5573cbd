-- Renames a table away.

ALTER TABLE orders RENAME TO gone
