-- Shadows the name by a clause in one arm, and reads the real one in the other.

SELECT * FROM (WITH sqlite_dbpage(data) AS (SELECT 1) SELECT data FROM sqlite_dbpage) UNION ALL SELECT data FROM sqlite_dbpage
