-- Has what is a comment.

SELECT 1 --1; DELETE FROM orders
