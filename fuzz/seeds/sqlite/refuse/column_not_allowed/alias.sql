-- Gives it another name.
-- policy: deny_columns users.token

SELECT token AS name FROM users
