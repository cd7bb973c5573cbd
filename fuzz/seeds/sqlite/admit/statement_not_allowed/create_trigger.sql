-- Looks like create_trigger and is honest: a CASE with the words of one.

SELECT CASE WHEN 1 THEN 'BEGIN SELECT 1; END' END
