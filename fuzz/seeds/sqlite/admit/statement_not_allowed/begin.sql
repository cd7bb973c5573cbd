-- The word as an alias.

SELECT 1 AS begin
