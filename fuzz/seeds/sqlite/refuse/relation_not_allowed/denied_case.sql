-- Changes the case of ASCII letters.
-- policy: deny_relations secrets

SELECT token FROM "SeCrEtS"
