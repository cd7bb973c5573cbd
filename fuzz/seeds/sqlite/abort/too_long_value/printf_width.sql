-- Pads a number to a huge width.

SELECT length(printf('%900000000d', 1))
