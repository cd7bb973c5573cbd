-- An ordered-set aggregate.

SELECT percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY amount) FROM orders
