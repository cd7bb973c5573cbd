-- Makes a small one.

SELECT hex(zeroblob(9))
