-- A clause of that name.

WITH csv AS (SELECT 1) SELECT * FROM csv
