-- Has white space there.

SELECT 1; 	

