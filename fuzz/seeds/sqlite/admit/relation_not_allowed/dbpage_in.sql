-- Names a table of one column behind IN.

WITH two(id) AS (VALUES (1), (2)) SELECT note FROM orders WHERE id IN two
