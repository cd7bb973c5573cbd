-- Looks like dbpage_shadow_with_schema and is honest: has the same name for a clause and a table, with and without the schema.

WITH orders(id) AS (SELECT 0) SELECT a.id, b.id FROM orders a, main.orders b
