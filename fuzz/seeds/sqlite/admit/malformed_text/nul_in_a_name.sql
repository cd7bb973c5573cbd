-- Looks like nul_in_a_name and is honest: a name with a space, quoted.
-- expand

SELECT 1 AS "or ders"
