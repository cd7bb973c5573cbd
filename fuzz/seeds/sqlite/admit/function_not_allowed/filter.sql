-- Looks like filter and is honest: a call there.

SELECT count(*) FILTER (WHERE length(note) > 1) FROM orders
