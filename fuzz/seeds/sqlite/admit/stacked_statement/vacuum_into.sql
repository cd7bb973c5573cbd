-- Ends by white space.

SELECT 1;

 
