-- Puts a comment that reads like a SELECT before the verb.

/* SELECT 1 */ DELETE FROM orders
