-- Looks like window_function_spelling and is honest: a window function.

SELECT row_number() OVER (ORDER BY id) FROM orders
