-- Looks like dbpage_single_quoted and is honest: quotes a table so.

SELECT note FROM 'orders'
