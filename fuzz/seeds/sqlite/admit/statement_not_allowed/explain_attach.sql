-- Looks like explain_attach and is honest: explains VALUES.
-- policy: explain true

EXPLAIN VALUES (1)
