-- Joins two tables naturally of which one has a masked column that the other has not.
-- policy: mask_columns users.token

SELECT users.name FROM users NATURAL JOIN orders
