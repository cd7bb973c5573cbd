-- Reads a table that is not on the list of those that may be read.
-- policy: allow_relations orders user_names

SELECT name FROM users
