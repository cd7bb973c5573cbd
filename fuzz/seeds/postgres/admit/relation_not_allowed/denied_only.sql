-- Looks like denied_only and is honest: reads another by ONLY.
-- policy: deny_relations secrets

SELECT note FROM ONLY (orders)
