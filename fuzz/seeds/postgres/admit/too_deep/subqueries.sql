-- Looks like subqueries and is honest: four subqueries in FROM.
-- expand

SELECT * FROM «(SELECT * FROM ×4»orders«) AS s×4»
