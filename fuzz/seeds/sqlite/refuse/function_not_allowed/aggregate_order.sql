-- Calls it in ORDER BY of an aggregate.

SELECT group_concat(note ORDER BY load_extension('evil')) FROM orders
