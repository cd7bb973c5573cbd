-- Looks like create_function and is honest: has the body as data.

SELECT 'SELECT 1' AS f
