-- Looks like backslash_confusion and is honest: an escape literal in which the quote is escaped.

SELECT E'\'; DELETE FROM orders --'
