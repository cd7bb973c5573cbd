-- Calls it in a cast.

SELECT CAST(load_extension('evil') AS TEXT)
