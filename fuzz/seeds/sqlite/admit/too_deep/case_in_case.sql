-- Looks like case_in_case and is honest: CASE in CASE.
-- expand

SELECT CASE WHEN CASE WHEN amount > 5 THEN 1 END THEN 'much' ELSE 'little' END FROM orders
