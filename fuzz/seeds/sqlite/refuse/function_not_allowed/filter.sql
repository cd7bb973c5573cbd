-- Calls it in FILTER.

SELECT count(*) FILTER (WHERE load_extension('evil')) FROM orders
