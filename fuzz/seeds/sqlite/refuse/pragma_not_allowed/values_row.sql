-- Reads it in the second row of VALUES.

VALUES (1), ((SELECT file FROM pragma_database_list))
