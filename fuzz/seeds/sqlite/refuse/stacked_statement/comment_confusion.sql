-- Ends a comment early for readers that nest comments.

SELECT 1 /* /* */; DELETE FROM orders /* */
