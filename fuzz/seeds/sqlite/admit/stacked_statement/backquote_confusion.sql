-- Looks like backquote_confusion and is honest: has a separator within backquotes.

SELECT 1 AS `; DELETE FROM orders --`
