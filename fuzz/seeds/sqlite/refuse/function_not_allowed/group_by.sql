-- Calls it in GROUP BY.

SELECT 1 FROM orders GROUP BY load_extension('evil')
