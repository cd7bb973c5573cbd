-- A hexadecimal number.

SELECT 0xFf
