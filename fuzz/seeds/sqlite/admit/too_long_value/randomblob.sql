-- Fills a small one.

SELECT length(randomblob(9))
