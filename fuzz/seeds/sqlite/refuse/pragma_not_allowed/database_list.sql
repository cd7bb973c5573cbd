-- Reads the path of the file.

SELECT file FROM pragma_database_list
