-- A call there.

SELECT group_concat(note ORDER BY lower(note)) FROM orders
