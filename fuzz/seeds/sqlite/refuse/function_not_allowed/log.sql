-- Writes to the log of the process.

SELECT sqlite_log(1, 'hello')
