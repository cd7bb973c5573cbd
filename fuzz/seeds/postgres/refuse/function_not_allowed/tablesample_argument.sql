-- Calls it in the argument of TABLESAMPLE.

SELECT * FROM orders TABLESAMPLE bernoulli (length(pg_sleep(9)::text))
