-- Nests calls of one function.
-- expand

SELECT «abs(×3000»1«)×3000»
