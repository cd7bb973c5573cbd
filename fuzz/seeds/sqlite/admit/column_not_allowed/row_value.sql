-- Looks like row_value and is honest: compares others.
-- policy: deny_columns users.token

SELECT 1 FROM users WHERE (id, name) = (1, 'Ann')
