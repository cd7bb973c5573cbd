-- Looks like having and is honest: compares another.
-- policy: deny_columns users.token

SELECT name FROM users GROUP BY name HAVING max(id) > 1
