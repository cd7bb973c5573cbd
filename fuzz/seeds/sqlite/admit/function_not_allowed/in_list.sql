-- Looks like in_list and is honest: a call there.

SELECT id FROM orders WHERE id IN (1, abs(-2))
