-- Looks like prepare_transaction and is honest: the words in a literal.

SELECT 'PREPARE TRANSACTION'
