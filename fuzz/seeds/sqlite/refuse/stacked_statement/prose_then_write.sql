-- Has words that are no statement before the write.

SELECT 1; and then; DELETE FROM orders
