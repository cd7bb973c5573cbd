-- Calls it behind a subquery.

SELECT (SELECT 0::oid).lo_create
