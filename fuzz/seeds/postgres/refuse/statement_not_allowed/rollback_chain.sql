-- Ends it and begins another.

ROLLBACK AND CHAIN
