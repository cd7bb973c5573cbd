-- Four subqueries in FROM.
-- expand

SELECT * FROM «(SELECT * FROM ×4»orders«)×4»
