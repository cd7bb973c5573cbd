-- Looks like at_time_zone and is honest: a literal there.

SELECT now() AT TIME ZONE 'UTC'
