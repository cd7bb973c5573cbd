-- The same name in UTF-8.
-- expand

SELECT 'Zürich'
