-- Looks like comment_before_verb and is honest: puts the verb into the comment.

/* DELETE FROM orders */ SELECT 1
