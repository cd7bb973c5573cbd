-- Looks like natural_join and is honest: joins naturally by another name.
-- policy: deny_columns users.token

SELECT note FROM orders NATURAL JOIN user_names
