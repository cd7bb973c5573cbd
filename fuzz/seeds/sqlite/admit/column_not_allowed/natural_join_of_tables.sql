-- Looks like natural_join_of_tables and is honest: the table with the denied column stands apart.
-- policy: deny_columns users.token

SELECT count(*) FROM orders NATURAL JOIN user_names WHERE EXISTS (SELECT name FROM users)
