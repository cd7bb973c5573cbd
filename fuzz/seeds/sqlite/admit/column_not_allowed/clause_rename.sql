-- Looks like clause_rename and is honest: a column list over others.
-- policy: deny_columns users.token

WITH c(a, token) AS (SELECT id, name FROM users) SELECT token FROM c
