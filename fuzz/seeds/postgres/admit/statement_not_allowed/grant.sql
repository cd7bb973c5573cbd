-- Looks like grant and is honest: the word in a name.

SELECT 1 AS granted
