-- Looks like total_changes and is honest: counts rows.

SELECT total(id) FROM orders
