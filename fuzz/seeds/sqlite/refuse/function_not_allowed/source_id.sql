-- Reads which build it is.

SELECT sqlite_source_id()
