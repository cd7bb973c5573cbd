-- Ends the transaction first.

SELECT 1; COMMIT; DELETE FROM orders
