-- Calls it in FROM.

SELECT * FROM pg_ls_dir('.')
