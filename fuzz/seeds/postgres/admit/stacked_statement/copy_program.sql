-- Looks like copy_program and is honest: ends by white space.

SELECT 1; 
	
