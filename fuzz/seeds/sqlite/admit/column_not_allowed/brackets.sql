-- Looks like brackets and is honest: quotes another so.
-- policy: deny_columns users.token

SELECT [users].[name] FROM users
