-- A hash in a literal and in a name.

SELECT '#' AS "#"
