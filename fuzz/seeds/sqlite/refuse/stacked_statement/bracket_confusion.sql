-- Closes a bracketed name early for readers that nest brackets.

SELECT 1 AS [a[b]; DELETE FROM orders --]
