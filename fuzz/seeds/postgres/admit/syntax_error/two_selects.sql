-- Looks like two_selects and is honest: joins two by UNION.

SELECT 1 UNION SELECT 2
