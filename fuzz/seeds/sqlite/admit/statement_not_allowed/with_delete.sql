-- Looks like with_delete and is honest: selects behind it.

WITH old AS (SELECT 1) SELECT * FROM orders WHERE id IN (SELECT * FROM old)
