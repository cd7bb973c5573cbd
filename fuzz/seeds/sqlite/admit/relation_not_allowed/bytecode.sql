-- Has the text as data.

SELECT 'SELECT token FROM secrets' AS text
