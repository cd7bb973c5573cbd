-- Looks like filter and is honest: a subquery in FILTER.

SELECT count(*) FILTER (WHERE id IN (SELECT user_id FROM orders)) FROM orders
