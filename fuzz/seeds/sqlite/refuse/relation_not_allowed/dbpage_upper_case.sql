-- Changes the case of the name.

SELECT data FROM SQLITE_DBPAGE
