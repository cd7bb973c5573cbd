-- Looks like case_in_case and is honest: CASE in CASE.
-- expand

SELECT CASE WHEN true THEN CASE WHEN amount > 5 THEN 1 END END FROM orders
