-- The temporary schema is always empty here.

SELECT name FROM sqlite_temp_schema UNION ALL SELECT name FROM temp.sqlite_master
