-- Begins a transaction.

BEGIN READ WRITE
