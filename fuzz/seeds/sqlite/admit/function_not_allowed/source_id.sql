-- Reads which version.

SELECT sqlite_version()
