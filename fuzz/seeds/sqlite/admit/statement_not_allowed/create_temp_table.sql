-- Keeps rows aside in a clause instead.

WITH copy AS MATERIALIZED (SELECT * FROM orders) SELECT * FROM copy
