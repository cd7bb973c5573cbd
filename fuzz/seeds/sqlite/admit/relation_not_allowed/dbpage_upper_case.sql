-- Changes the case of a table.

SELECT note FROM ORDERS
