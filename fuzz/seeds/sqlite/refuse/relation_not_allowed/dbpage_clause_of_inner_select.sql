-- Defines the shadowing clause in a subquery that is closed already.

SELECT (WITH sqlite_dbpage AS (SELECT 1) SELECT 1), data FROM sqlite_dbpage
