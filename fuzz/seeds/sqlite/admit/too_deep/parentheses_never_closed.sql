-- Closes what it opens.
-- expand

SELECT ((((1))))
