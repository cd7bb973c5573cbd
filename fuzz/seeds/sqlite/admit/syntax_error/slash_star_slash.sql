-- Looks like slash_star_slash and is honest: the same comment, closed once.

SELECT 1 /*/ , 2 */ , 3
