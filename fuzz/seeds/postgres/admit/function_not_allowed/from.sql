-- Looks like from and is honest: a series in FROM.

SELECT * FROM generate_series(1, 3)
