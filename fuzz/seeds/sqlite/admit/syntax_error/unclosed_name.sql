-- A bracketed name.

SELECT 1 AS [abc FROM orders]
