-- Learns how many rows it has.
-- policy: deny_relations secrets

SELECT (SELECT count(*) FROM secrets) > 0
