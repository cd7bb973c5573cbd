-- Calls it behind AT TIME ZONE.

SELECT now() AT TIME ZONE (lo_create(0))::text
