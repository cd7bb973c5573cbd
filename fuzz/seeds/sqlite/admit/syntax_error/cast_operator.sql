-- The cast that SQLite has.

SELECT CAST(amount AS TEXT) FROM orders
