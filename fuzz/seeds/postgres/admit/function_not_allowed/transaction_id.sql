-- Looks like transaction_id and is honest: the word as a name.

SELECT 1 AS txid_current
