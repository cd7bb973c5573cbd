-- Ends the transaction by the other word.

END TRANSACTION
