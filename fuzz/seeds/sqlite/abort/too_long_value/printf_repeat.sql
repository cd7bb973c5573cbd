-- Repeats a character by the precision of a format.

SELECT length(format('%.*c', 900000000, 'x'))
