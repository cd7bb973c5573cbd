-- Deletes behind a WITH clause, which begins as a SELECT does.

WITH old AS (SELECT 1) DELETE FROM orders WHERE id IN (SELECT * FROM old)
