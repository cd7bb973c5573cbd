-- Looks like replace and is honest: the function of that name.

SELECT replace(note, 'first', 'x') FROM orders
