-- Uses a SELECT as an operand without parentheses.

SELECT 1 + SELECT 2
