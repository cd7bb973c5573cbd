-- Writes the result to a file in the words of MySQL.

SELECT token FROM secrets INTO OUTFILE '/tmp/out'
