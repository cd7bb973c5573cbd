-- Reads one that it does not match.
-- policy: deny_columns *.token

SELECT id FROM secrets_copy
