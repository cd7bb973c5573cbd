-- Doubles the separator.

SELECT 1;; DELETE FROM orders
