-- Looks like denied_function_second and is honest: the name as an alias.

SELECT 1 AS pg_sleep;
