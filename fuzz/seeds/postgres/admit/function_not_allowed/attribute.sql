-- Looks like attribute and is honest: an attribute of a row.

SELECT (ROW(1, 2)::users).name
