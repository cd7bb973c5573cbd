-- The name in a literal.

SELECT 'load_extension(1)'
