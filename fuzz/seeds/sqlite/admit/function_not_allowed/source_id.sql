-- Looks like source_id and is honest: reads which version.

SELECT sqlite_version()
