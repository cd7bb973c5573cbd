-- Reads it in the definition of a window.

SELECT sum(id) OVER (PARTITION BY (SELECT file FROM pragma_database_list)) FROM orders
