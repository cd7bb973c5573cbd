-- Looks like dbpage_upper_case and is honest: changes the case of a table.

SELECT note FROM ORDERS
