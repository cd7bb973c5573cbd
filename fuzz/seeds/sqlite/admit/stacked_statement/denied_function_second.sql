-- Has it in a literal.

SELECT 'load_extension';
