-- Reads it in a clause that nothing uses.

WITH unused AS (SELECT file FROM pragma_database_list) SELECT 1
