-- Renames it by the column list of an alias.
-- policy: deny_columns users.token

SELECT c FROM users AS u(a, b, c)
