-- Puts a schema before it.

SELECT file FROM main.pragma_database_list
