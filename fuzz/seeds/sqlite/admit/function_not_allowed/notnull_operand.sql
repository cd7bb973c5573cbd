-- Looks like notnull_operand and is honest: a call there.

SELECT lower(note) NOTNULL FROM orders
