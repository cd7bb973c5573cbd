-- Reads a file.

SELECT pg_read_file('/etc/passwd')
