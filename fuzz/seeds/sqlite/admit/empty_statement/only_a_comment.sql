-- Looks like only_a_comment and is honest: a statement between two comments.

/* SELECT 1 */ SELECT 2 -- SELECT 3
