-- Calls it in EXTRACT.

SELECT extract(epoch FROM make_interval(secs => length(pg_sleep(9)::text)))
