-- Looks like comment_inside_operator and is honest: a comment beside it.

SELECT id FROM orders WHERE id /**/<=/**/ 2
