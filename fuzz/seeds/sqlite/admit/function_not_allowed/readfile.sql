-- Looks like readfile and is honest: reads a path out of a document.

SELECT json_extract('{"file": "/etc/passwd"}', '$.file')
