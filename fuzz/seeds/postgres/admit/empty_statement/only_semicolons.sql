-- Looks like only_semicolons and is honest: separators behind the statement.

SELECT 1;;
;
