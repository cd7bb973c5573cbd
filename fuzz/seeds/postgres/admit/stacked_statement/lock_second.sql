-- Looks like lock_second and is honest: the words in a literal.

SELECT 'FOR UPDATE';
