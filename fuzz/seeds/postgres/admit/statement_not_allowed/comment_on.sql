-- Looks like comment_on and is honest: a comment in the text.

SELECT 1 /* COMMENT ON TABLE orders */
