-- A name with a space, quoted.
-- expand

SELECT 1 AS "or ders"
