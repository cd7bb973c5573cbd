-- Names a clause as the function, and reads the function in its own body.

WITH pragma_database_list AS (SELECT file FROM main.pragma_database_list) SELECT * FROM pragma_database_list
