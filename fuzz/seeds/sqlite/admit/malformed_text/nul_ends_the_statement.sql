-- The same text up to the NUL.
-- expand

SELECT 1;
