-- Calls it in ORDER BY of a compound.

SELECT id FROM orders UNION SELECT id FROM users ORDER BY 1, (SELECT load_extension('evil'))
