-- Ends the transaction that keeps the read apart.

COMMIT
