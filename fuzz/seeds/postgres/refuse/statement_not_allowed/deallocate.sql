-- Drops what others have prepared.

DEALLOCATE ALL
