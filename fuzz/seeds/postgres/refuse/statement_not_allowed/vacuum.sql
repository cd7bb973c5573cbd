-- Rewrites a table.

VACUUM FULL orders
