-- Shadows the name by a clause, and gets around the clause by the schema.

WITH sqlite_dbpage(data) AS (SELECT 1) SELECT data FROM main.sqlite_dbpage
