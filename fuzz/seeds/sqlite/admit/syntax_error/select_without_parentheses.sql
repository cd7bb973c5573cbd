-- Looks like select_without_parentheses and is honest: with them.

SELECT 1 + (SELECT 2)
