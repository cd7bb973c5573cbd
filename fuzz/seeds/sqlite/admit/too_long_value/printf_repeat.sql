-- Repeats it a few times.

SELECT format('%.*c', 9, 'x')
