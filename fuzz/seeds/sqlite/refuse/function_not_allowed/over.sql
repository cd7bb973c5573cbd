-- Calls it in ORDER BY of a window.

SELECT sum(id) OVER (ORDER BY load_extension('evil')) FROM orders
