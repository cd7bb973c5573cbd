-- Looks like latin1_text and is honest: the same name in UTF-8.
-- expand

SELECT 'Zürich'
