-- Looks like distinct_from and is honest: a call there.

SELECT note IS NOT DISTINCT FROM lower(note) FROM orders
