-- Quotes it with brackets.
-- policy: deny_columns users.token

SELECT [users].[token] FROM users
