-- Looks like commit_drop and is honest: the words in a dollar quote.

SELECT $q$; COMMIT; DROP TABLE orders$q$
