-- Has what could be a comment and is a subtraction.

SELECT 1 - -1; DELETE FROM orders
