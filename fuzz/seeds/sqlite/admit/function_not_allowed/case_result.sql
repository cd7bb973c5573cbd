-- Looks like case_result and is honest: a call there.

SELECT CASE WHEN 0 THEN lower('A') ELSE 1 END
