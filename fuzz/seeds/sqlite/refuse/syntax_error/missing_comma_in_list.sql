-- A missing comma: the third name has no place.

SELECT id user_id amount FROM orders
