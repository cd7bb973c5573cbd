-- Looks like star and is honest: a star over another table.
-- policy: deny_columns users.token

SELECT * FROM orders
