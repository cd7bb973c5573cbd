-- Looks like is_null_operand and is honest: a column there.

SELECT note IS NULL FROM orders
