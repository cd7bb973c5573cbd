-- Calls it in a row value.

SELECT (load_extension('evil'), 1) = (1, 1)
