-- Looks like limit_with_comma and is honest: LIMIT with OFFSET.

SELECT id FROM orders LIMIT 2 OFFSET 1
