-- Looks like end and is honest: ends a CASE.

SELECT CASE 1 WHEN 1 THEN 2 END
