-- Looks like replace_grows and is honest: replaces by a short one.

SELECT length(replace(hex(zeroblob(20)), '00', 'ab'))
