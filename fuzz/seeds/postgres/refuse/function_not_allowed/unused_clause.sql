-- Calls it in a materialized clause that nothing reads.

WITH c AS MATERIALIZED (SELECT pg_notify('a', 'b')) SELECT 1
