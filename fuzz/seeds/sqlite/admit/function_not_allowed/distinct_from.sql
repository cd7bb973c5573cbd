-- A call there.

SELECT note IS NOT DISTINCT FROM lower(note) FROM orders
