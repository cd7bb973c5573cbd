-- Looks like mismatched_quotes and is honest: has a table beside such a name.

WITH ` --` AS (SELECT 2) SELECT 1 FROM orders, ` --`
