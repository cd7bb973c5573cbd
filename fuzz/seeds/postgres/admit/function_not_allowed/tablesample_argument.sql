-- Looks like tablesample_argument and is honest: a number there.

SELECT * FROM orders TABLESAMPLE bernoulli (10)
