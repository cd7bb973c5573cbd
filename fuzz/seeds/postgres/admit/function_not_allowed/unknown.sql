-- Looks like unknown and is honest: a column of that name.

SELECT 1 AS frobnicate
