-- Looks like garbage_second and is honest: has white space there.

SELECT 1; 	

