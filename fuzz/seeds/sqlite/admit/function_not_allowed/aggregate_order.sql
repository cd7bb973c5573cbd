-- Looks like aggregate_order and is honest: a call there.

SELECT group_concat(note ORDER BY lower(note)) FROM orders
