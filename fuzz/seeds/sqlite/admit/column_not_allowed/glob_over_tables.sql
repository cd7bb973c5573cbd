-- Looks like glob_over_tables and is honest: reads one that it does not match.
-- policy: deny_columns *.token

SELECT id FROM secrets_copy
