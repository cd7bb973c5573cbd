-- Looks like surrogate_half and is honest: a character beyond the first plane.
-- expand

SELECT '🦊'
