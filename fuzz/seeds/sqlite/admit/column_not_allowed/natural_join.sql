-- Looks like natural_join and is honest: joins naturally by another name.
-- policy: deny_columns users.token
-- fence: engine

SELECT 1 FROM (SELECT id FROM users) NATURAL JOIN orders
