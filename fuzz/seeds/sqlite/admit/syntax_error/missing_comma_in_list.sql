-- Looks like missing_comma_in_list and is honest: a missing comma that SQLite reads as an alias.

SELECT id user_id, amount FROM orders
