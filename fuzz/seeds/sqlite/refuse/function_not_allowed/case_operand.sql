-- Calls it as the operand of CASE.

SELECT CASE load_extension('evil') WHEN 1 THEN 2 END
