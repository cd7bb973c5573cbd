-- Looks like operator_of_own_schema and is honest: the operator of the catalog, spelled out.

SELECT 1 OPERATOR(pg_catalog.+) 2
