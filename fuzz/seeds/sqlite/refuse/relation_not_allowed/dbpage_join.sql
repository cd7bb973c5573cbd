-- Joins it on the right of an outer join.

SELECT o.id FROM orders o LEFT JOIN sqlite_dbpage p ON p.pgno = o.id
