-- A star over another table.
-- policy: deny_columns users.token

SELECT * FROM orders
