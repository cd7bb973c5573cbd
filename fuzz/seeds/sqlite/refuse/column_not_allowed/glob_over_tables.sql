-- Reads a column that a glob denies in every table.
-- policy: deny_columns *.token

SELECT token FROM secrets_copy
