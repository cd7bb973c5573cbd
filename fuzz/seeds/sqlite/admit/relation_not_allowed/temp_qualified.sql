-- Reads through the main one.

SELECT name FROM main.sqlite_master
