-- Hides it in a clause that is read under another name.
-- policy: deny_relations secrets

WITH s AS (SELECT token FROM secrets) SELECT * FROM s
