-- Many separators within the bound.
-- expand

SELECT 1«;×1000»
