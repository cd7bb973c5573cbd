-- Qualifies it by schema and table.
-- policy: deny_columns users.token

SELECT main.users.token FROM users
