-- Looks like dbpage_in and is honest: names a table of one column behind IN.

WITH two(id) AS (VALUES (1), (2)) SELECT note FROM orders WHERE id IN two
