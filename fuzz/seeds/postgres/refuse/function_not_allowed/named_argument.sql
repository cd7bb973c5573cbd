-- Calls it as a named argument.

SELECT make_interval(secs => lo_create(0)::float8)
