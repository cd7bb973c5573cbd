-- Makes one huge blob.

SELECT hex(zeroblob(900000000))
