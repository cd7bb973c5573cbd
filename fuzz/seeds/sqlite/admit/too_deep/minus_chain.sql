-- Looks like minus_chain and is honest: two signs, which a printer could turn into a comment.
-- expand

SELECT - -amount FROM orders
