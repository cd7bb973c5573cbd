-- Nests CASE in its own result.
-- expand

SELECT «CASE WHEN true THEN ×3000»1« END×3000»
