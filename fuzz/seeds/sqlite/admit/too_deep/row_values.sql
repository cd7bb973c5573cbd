-- Looks like row_values and is honest: a row value against a subquery.
-- expand

SELECT (1, 2) IN (SELECT id, user_id FROM orders)
