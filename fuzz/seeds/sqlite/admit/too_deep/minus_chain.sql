-- Two signs, which a printer could turn into a comment.
-- expand

SELECT - -amount FROM orders
