-- Locks rows of one table in a clause.

WITH c AS (SELECT * FROM orders FOR NO KEY UPDATE OF orders NOWAIT) SELECT * FROM c
