-- Creates one in the first arm of a compound.

SELECT 1 AS v INTO UNLOGGED copy UNION SELECT 2
