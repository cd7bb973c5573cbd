-- Reads it in the second arm of a compound.

SELECT note FROM orders UNION ALL SELECT file FROM pragma_database_list
