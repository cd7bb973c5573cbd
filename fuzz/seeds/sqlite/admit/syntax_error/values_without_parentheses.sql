-- Looks like values_without_parentheses and is honest: with them.

SELECT * FROM (VALUES (1)) AS v
