-- Looks like dbpage_not_in_schema and is honest: behind NOT IN, a list.

SELECT note FROM orders WHERE id NOT IN (7, 8)
