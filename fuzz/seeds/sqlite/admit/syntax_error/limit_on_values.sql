-- Looks like limit_on_values and is honest: VALUES in a subquery with LIMIT around it.

SELECT * FROM (VALUES (1), (2)) LIMIT 1
