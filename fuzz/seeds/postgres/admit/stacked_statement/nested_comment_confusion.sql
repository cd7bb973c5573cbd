-- Looks like nested_comment_confusion and is honest: the second in the nested comment.

SELECT 1 /* /* */; DELETE FROM orders /* */ */
