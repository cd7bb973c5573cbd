-- Prepares a write for later.

PREPARE p AS DELETE FROM orders
