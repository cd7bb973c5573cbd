-- A statement between two comments.

/* SELECT 1 */ SELECT 2 -- SELECT 3
