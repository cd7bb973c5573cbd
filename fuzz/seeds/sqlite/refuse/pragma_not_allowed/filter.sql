-- Reads it in FILTER.

SELECT count(*) FILTER (WHERE (SELECT file FROM pragma_database_list) > '') FROM orders
