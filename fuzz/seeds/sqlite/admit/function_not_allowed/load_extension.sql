-- Looks like load_extension and is honest: the name in a literal.

SELECT 'load_extension(1)'
