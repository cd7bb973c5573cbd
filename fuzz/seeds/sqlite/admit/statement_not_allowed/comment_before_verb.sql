-- Puts the verb into the comment.

/* DELETE FROM orders */ SELECT 1
