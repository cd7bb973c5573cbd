-- The same comment, closed once.

SELECT 1 /*/ , 2 */ , 3
