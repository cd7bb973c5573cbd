-- Looks like reload and is honest: a permitted one without arguments.

SELECT now()
