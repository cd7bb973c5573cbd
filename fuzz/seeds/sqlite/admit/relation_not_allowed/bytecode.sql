-- Looks like bytecode and is honest: has the text as data.

SELECT 'SELECT token FROM secrets' AS text
