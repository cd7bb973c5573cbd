-- Has the name as an alias.

SELECT 1 AS sqlite_dbpage;
