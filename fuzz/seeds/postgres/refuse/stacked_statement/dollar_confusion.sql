-- Ends a dollar quote that other readers think still open.

SELECT $a$ $b$ $a$; DELETE FROM orders --$b$
