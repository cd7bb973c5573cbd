-- Uses the cast operator of PostgreSQL.

SELECT amount::text FROM orders
