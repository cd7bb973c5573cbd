-- A literal that holds the words.

SELECT 'INTO OUTFILE' AS words
