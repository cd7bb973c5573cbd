-- Calls it as the path of ->.

SELECT '{}' -> load_extension('evil')
