-- Colons in literals are no parameters.

SELECT '00:04' AS t, 'a:b' AS u
