-- Calls it in a row.

SELECT ROW(lo_create(0), 1)
