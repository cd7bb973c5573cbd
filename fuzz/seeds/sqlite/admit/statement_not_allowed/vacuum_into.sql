-- The words in a literal.

SELECT 'VACUUM INTO copy.db'
