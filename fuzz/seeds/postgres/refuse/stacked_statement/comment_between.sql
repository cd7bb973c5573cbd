-- Puts a comment between them.

SELECT 1;
-- done
DELETE FROM orders
