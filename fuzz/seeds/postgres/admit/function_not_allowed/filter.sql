-- Looks like filter and is honest: a permitted one there.

SELECT count(*) FILTER (WHERE lower(note) IS NULL) FROM orders
