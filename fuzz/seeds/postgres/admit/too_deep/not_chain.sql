-- Looks like not_chain and is honest: negates twice.
-- expand

SELECT NOT NOT true
