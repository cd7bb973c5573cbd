-- Lifts the limit with ALL.

SELECT * FROM orders LIMIT ALL
