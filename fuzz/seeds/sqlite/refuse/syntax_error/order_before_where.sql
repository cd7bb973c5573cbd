-- Orders before it filters.

SELECT id FROM orders ORDER BY id WHERE id > 1
