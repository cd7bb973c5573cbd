-- Calls it in LIMIT.

SELECT id FROM orders LIMIT load_extension('evil')
