-- Drops a table behind a SELECT.

SELECT 1; DROP TABLE orders
