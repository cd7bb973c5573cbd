-- Looks like backquotes and is honest: quotes it as the standard does.

SELECT "id" FROM orders
