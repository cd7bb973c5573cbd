-- Tells the length of such a page.

SELECT length(zeroblob(4096))
