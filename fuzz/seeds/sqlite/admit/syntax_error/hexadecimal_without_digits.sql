-- Looks like hexadecimal_without_digits and is honest: a hexadecimal number.

SELECT 0xFf
