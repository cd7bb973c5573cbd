-- Looks like sequence and is honest: numbers rows.

SELECT row_number() OVER () FROM orders
