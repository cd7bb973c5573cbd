-- Looks like cast_operator and is honest: the cast that SQLite has.

SELECT CAST(amount AS TEXT) FROM orders
