-- Looks like sleep and is honest: the name in a literal.

SELECT 'pg_sleep(9)'
