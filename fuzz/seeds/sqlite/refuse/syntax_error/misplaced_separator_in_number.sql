-- Doubles the separator of digits.

SELECT 1__000
