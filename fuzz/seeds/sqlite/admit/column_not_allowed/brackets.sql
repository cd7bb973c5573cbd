-- Quotes another so.
-- policy: deny_columns users.token

SELECT [users].[name] FROM users
