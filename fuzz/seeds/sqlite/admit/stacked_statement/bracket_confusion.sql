-- Looks like bracket_confusion and is honest: has an opening bracket in the name.

SELECT 1 AS [a[b; DELETE FROM orders --]
