-- A column of that name.

SELECT 1 AS frobnicate
