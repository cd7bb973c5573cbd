-- Calls it in ROWS FROM, beside a permitted one.

SELECT * FROM ROWS FROM (generate_series(1, 2), pg_ls_dir('.')) AS f
