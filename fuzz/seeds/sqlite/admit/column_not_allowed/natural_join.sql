-- Looks like natural_join and is honest: joins naturally by another name.
-- policy: deny_columns users.token
-- fence: engine

SELECT note FROM orders NATURAL JOIN user_names
