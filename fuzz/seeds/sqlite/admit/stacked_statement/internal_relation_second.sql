-- Looks like internal_relation_second and is honest: has the name as an alias.

SELECT 1 AS sqlite_dbpage;
