-- Compares a denied column with that of another table, without any subquery.
-- policy: deny_columns users.token

SELECT count(*) FROM users NATURAL JOIN secrets_copy
