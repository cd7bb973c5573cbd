-- Has a double quote within backquotes.

SELECT 1 AS `"`; DELETE FROM orders --"
