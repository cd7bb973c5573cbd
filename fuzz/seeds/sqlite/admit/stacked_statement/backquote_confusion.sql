-- Has all of it within backquotes.

SELECT 1 AS `"; DELETE FROM orders --`
