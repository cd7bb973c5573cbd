-- Calls it in WHERE.

SELECT id FROM orders WHERE load_extension('evil')
