-- Has an opening bracket in the name.

SELECT 1 AS [a[b; DELETE FROM orders --]
