-- Looks like into_outfile and is honest: a literal that holds the words.

SELECT 'INTO OUTFILE' AS words
