-- Writes the prefix of a hexadecimal number without digits.

SELECT 0x
