-- A subquery in FILTER.

SELECT count(*) FILTER (WHERE id IN (SELECT user_id FROM orders)) FROM orders
