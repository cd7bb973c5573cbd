-- Reads no column of the temporary schema, which the engine then reports by another name.

SELECT id FROM temp.sqlite_master, users
