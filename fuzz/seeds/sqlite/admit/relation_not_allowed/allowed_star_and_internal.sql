-- Reads a table there.
-- policy: allow_relations *

SELECT * FROM orders
