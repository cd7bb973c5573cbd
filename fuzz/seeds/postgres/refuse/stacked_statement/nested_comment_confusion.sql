-- Ends a nested comment, which other readers do not.

SELECT 1 /* /* */ */; DELETE FROM orders /* */
