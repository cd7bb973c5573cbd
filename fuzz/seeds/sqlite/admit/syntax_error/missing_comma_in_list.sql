-- A missing comma that SQLite reads as an alias.

SELECT id user_id, amount FROM orders
