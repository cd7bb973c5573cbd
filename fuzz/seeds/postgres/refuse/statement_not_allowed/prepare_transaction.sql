-- Leaves a prepared transaction behind.

PREPARE TRANSACTION 'x'
