-- Looks like dbpage_shadowed_elsewhere and is honest: shadows the name by a clause where it is read.

WITH sqlite_dbpage(data) AS (SELECT 1) SELECT data FROM sqlite_dbpage
