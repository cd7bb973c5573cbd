-- Pads it to a small one.

SELECT printf('%9d', 1)
