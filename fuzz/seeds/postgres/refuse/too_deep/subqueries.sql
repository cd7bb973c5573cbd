-- Nests subqueries in FROM.
-- expand

SELECT * FROM «(SELECT * FROM ×3000»orders«) AS s×3000»
