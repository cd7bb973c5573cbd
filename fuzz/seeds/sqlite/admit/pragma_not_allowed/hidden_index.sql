-- Looks like hidden_index and is honest: reads what is not denied.
-- policy: deny_columns users.token

SELECT id, name FROM users
