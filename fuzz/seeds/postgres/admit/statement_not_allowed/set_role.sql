-- Looks like set_role and is honest: the words in a literal.

SELECT 'SET ROLE postgres'
