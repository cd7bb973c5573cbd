-- Looks like allowed_star_and_internal and is honest: reads a table there.
-- policy: allow_relations *

SELECT * FROM orders
