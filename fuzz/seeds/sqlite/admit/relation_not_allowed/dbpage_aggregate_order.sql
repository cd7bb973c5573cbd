-- Looks like dbpage_aggregate_order and is honest: orders within an aggregate.

SELECT group_concat(note, ',' ORDER BY id DESC) FROM orders
