-- Fills one huge blob.

SELECT length(randomblob(900000000))
