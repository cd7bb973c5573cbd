-- Looks like parentheses_never_closed and is honest: closes what it opens.
-- expand

SELECT ((((1))))
