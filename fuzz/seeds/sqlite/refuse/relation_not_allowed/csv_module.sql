-- Reads a file by an extension.

SELECT * FROM csv
