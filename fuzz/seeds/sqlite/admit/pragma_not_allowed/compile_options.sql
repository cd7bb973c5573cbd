-- Reads its version.

SELECT sqlite_version()
