-- Looks like randomblob and is honest: fills a small one.

SELECT length(randomblob(9))
