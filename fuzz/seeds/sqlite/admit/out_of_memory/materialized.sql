-- Looks like materialized and is honest: keeps a short one.

WITH kept AS MATERIALIZED (SELECT id FROM orders) SELECT count(*) FROM kept a, kept b WHERE a.id = b.id
