-- Negates thousands of times.
-- expand

SELECT «NOT ×5000»true
