-- Reads a table that a glob denies.
-- policy: deny_relations secrets*

SELECT * FROM secrets_copy
