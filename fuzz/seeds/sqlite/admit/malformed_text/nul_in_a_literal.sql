-- Looks like nul_in_a_literal and is honest: a NUL made by a function, and the marker that JSON writes for one.
-- expand

SELECT length('a' || char(0) || 'b'), '\u0000'
