-- Has the write as the third.

SELECT 1; SELECT 2; TRUNCATE orders
