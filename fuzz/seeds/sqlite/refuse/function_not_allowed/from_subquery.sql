-- Calls it in a subquery in FROM.

SELECT * FROM (SELECT load_extension('evil'))
