-- Looks like zeroblob and is honest: makes a small one.

SELECT hex(zeroblob(9))
