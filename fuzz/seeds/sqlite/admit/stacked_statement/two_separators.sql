-- Doubles it at the end.

SELECT 1;;
