-- Truncates the log.

SELECT * FROM pragma_wal_checkpoint('TRUNCATE')
