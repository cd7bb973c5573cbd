-- Quotes a name as SQL Server does.

SELECT [id] FROM orders
