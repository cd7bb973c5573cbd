-- Takes a transaction id, which is a write.

SELECT txid_current()
