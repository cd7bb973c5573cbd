-- Calls it in a window that is named and not used.

SELECT id FROM orders WINDOW w AS (PARTITION BY load_extension('evil'))
