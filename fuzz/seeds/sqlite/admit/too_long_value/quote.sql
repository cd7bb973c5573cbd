-- Looks like quote and is honest: writes a short one.

SELECT quote(zeroblob(3))
