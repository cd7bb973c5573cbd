-- Looks like dbpage_in_parentheses and is honest: puts tables in parentheses.

SELECT 1 FROM (orders, (users))
