-- Looks like unclosed_name and is honest: a bracketed name.

SELECT 1 AS [abc FROM orders]
