-- Ends the read-only transaction.

COMMIT
