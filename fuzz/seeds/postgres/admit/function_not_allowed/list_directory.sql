-- Looks like list_directory and is honest: lists a series.

SELECT generate_series(1, 2)
