-- Exports a snapshot to a file.

SELECT pg_export_snapshot()
