-- Puts tables in parentheses.

SELECT 1 FROM (orders, (users))
