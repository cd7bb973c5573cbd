-- Splits an operator by a comment.

SELECT id FROM orders WHERE id </**/= 2
