-- Looks like cte_delete and is honest: selects in the clause.

WITH gone AS (SELECT * FROM orders) SELECT * FROM gone
