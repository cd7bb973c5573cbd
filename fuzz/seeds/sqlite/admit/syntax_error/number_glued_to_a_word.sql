-- A number and an alias.

SELECT 12 apples
