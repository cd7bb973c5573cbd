-- Looks like cut_character and is honest: the whole character as a name.
-- expand

SELECT 'x' AS €
