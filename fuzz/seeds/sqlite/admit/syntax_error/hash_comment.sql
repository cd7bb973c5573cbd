-- Looks like hash_comment and is honest: a hash in a literal and in a name.

SELECT '#' AS "#"
