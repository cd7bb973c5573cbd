-- Runs what was prepared.

EXECUTE p
