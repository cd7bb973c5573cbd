-- Calls it in a list.

SELECT id FROM orders WHERE id IN (1, load_extension('evil'))
