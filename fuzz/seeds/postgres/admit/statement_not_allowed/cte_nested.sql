-- Looks like cte_nested and is honest: selects there.

SELECT * FROM (WITH u AS (SELECT note FROM orders) SELECT * FROM u) AS s
