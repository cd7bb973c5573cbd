-- Looks like snapshot and is honest: the word as a name.

SELECT 1 AS pg_export_snapshot
