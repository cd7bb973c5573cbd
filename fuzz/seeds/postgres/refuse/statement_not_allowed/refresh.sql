-- Refreshes a view.

REFRESH MATERIALIZED VIEW totals
