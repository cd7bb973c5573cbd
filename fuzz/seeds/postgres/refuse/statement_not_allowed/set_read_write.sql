-- Makes the transaction writable.

SET TRANSACTION READ WRITE
