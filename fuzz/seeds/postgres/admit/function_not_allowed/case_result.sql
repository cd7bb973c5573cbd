-- Looks like case_result and is honest: a permitted one there.

SELECT CASE WHEN false THEN lower('A') ELSE 'a' END
