-- Deletes in a clause of a SELECT.

WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone
