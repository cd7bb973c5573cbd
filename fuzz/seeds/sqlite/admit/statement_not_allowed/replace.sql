-- The function of that name.

SELECT replace(note, 'first', 'x') FROM orders
