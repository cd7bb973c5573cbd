-- Calls a function of one argument as an attribute.

SELECT (9::float8).pg_sleep
