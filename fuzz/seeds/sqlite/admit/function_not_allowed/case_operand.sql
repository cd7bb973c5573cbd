-- Looks like case_operand and is honest: a call there.

SELECT CASE lower(note) WHEN 'first' THEN 2 END FROM orders
