-- Ends the text within a character.
-- expand

SELECT 'x' AS «xe2»«x82»
