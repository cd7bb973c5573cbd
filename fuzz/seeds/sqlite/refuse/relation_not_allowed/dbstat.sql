-- Reads the sizes of all tables.

SELECT name, sum(pgsize) FROM dbstat GROUP BY name
