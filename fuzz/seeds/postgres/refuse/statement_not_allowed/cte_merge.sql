-- Merges in a clause.

WITH m AS (MERGE INTO orders USING users ON orders.user_id = users.id WHEN MATCHED THEN DO NOTHING) SELECT 1
