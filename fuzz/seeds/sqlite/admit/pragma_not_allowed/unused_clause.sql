-- Looks like unused_clause and is honest: a clause that has its name and reads nothing.

WITH pragma_database_list AS (SELECT 1 AS file) SELECT file FROM pragma_database_list
