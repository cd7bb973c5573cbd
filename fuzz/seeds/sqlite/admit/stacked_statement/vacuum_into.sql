-- Looks like vacuum_into and is honest: ends by white space.

SELECT 1;

 
