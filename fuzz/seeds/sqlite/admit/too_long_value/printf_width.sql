-- Looks like printf_width and is honest: pads it to a small one.

SELECT printf('%9d', 1)
