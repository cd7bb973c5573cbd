-- Looks like rollback_chain and is honest: the words in a literal.

SELECT 'ROLLBACK AND CHAIN'
