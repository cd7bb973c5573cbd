-- Looks like vacuum_into and is honest: the words in a literal.

SELECT 'VACUUM INTO copy.db'
