-- Looks like for_update_in_clause and is honest: reads them in a clause.

WITH c AS (SELECT * FROM orders) SELECT * FROM c
