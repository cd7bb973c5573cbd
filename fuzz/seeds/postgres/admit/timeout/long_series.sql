-- Looks like long_series and is honest: counts a short one.

SELECT count(*) FROM generate_series(1, 100)
