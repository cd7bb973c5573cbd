-- The whole character as a name.
-- expand

SELECT 'x' AS €
