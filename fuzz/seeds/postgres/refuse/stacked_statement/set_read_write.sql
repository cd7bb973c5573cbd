-- Makes the transaction writable.

SELECT 1; SET TRANSACTION READ WRITE; DELETE FROM orders
