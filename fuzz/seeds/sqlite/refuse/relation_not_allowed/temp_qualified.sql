-- Reads through the temporary database.

SELECT name FROM temp.sqlite_master
