-- Uses TOP, as SQL Server does.

SELECT TOP 5 * FROM orders
