-- Calls it behind the comma of LIMIT.

SELECT id FROM orders LIMIT 1, load_extension('evil')
