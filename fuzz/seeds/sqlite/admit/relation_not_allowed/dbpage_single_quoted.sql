-- Quotes a table so.

SELECT note FROM 'orders'
