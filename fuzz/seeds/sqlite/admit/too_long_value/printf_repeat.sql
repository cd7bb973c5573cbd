-- Looks like printf_repeat and is honest: repeats it a few times.

SELECT format('%.*c', 9, 'x')
