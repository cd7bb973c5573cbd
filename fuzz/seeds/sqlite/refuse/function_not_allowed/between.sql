-- Calls it as a bound.

SELECT id FROM orders WHERE id BETWEEN load_extension('evil') AND 2
