-- Orders within an aggregate.

SELECT group_concat(note, ',' ORDER BY id DESC) FROM orders
