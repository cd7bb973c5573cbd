-- Looks like insert_from_secret and is honest: reads what could be copied.

SELECT note FROM orders
