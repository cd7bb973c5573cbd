-- Looks like denied_function_second and is honest: has it in a literal.

SELECT 'load_extension';
