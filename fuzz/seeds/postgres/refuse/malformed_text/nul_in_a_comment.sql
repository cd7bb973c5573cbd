-- Hides a NUL in a line comment.
-- expand

SELECT 1 --«x00»
; DELETE FROM orders
