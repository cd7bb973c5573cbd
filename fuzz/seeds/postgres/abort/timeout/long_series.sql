-- Counts a series without end.

SELECT count(*) FROM generate_series(1, 100000000000)
