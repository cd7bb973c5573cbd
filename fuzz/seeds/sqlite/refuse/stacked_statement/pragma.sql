-- Switches the protection off.

SELECT 1; PRAGMA query_only = 0
