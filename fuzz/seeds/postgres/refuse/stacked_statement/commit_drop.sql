-- Ends the read-only transaction first.

SELECT 1; COMMIT; DROP TABLE orders
