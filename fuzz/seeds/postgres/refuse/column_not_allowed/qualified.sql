-- Qualifies it by an alias.
-- policy: deny_columns users.token

SELECT u.token FROM users u
