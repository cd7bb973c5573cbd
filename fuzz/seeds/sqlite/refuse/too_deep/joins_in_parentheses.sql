-- Nests a join in parentheses in FROM.
-- expand

SELECT 1 FROM «(×3000»orders«)×3000»
