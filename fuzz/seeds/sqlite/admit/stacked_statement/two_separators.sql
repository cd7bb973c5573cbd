-- Looks like two_separators and is honest: doubles it at the end.

SELECT 1;;
