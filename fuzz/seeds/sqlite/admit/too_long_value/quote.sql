-- Writes a short one.

SELECT quote(zeroblob(3))
