-- Looks like only_semicolons and is honest: empty statements before and behind the one that counts.

SELECT 1;;  ;
