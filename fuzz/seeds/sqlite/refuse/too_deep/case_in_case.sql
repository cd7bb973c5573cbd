-- Nests CASE in the condition of CASE.
-- expand

SELECT «CASE WHEN ×3000»1« THEN 1 END×3000»
