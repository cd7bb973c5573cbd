-- A column list over others.
-- policy: deny_columns users.token

WITH c(a, token) AS (SELECT id, name FROM users) SELECT token FROM c
