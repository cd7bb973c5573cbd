-- Renames it by the column list of a clause.
-- policy: deny_columns users.token

WITH c(a, b) AS (SELECT id, token FROM users) SELECT b FROM c
