-- Looks like wal_checkpoint and is honest: the word as data.

SELECT upper('truncate')
