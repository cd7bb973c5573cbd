-- Looks like csv_module and is honest: a clause of that name.

WITH csv AS (SELECT 1) SELECT * FROM csv
