-- Looks like nul_ends_the_statement and is honest: the same text up to the NUL.
-- expand

SELECT 1;
