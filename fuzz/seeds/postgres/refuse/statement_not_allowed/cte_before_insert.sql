-- Has a clause before an INSERT.

WITH a AS (SELECT 1 AS v) INSERT INTO orders(note) SELECT v::text FROM a
