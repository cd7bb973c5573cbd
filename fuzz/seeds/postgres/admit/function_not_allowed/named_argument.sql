-- Looks like named_argument and is honest: a permitted one there.

SELECT make_interval(secs => abs(-1)::float8)
