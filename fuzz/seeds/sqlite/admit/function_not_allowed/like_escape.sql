-- A call there.

SELECT 'a%' LIKE 'a|%' ESCAPE char(124)
