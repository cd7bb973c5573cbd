-- Looks like compile_options and is honest: reads its version.

SELECT sqlite_version()
