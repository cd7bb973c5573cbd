-- Looks like denied_case and is honest: a result of that name.
-- policy: deny_relations secrets

SELECT note AS "SeCrEtS" FROM orders
