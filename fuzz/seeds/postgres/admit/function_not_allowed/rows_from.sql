-- Looks like rows_from and is honest: two permitted ones.

SELECT * FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY[1])) AS f
