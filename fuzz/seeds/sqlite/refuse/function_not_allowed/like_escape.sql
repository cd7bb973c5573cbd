-- Calls it as the escape of LIKE.

SELECT 'a' LIKE 'a' ESCAPE load_extension('evil')
