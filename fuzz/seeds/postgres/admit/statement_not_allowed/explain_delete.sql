-- Looks like explain_delete and is honest: explains VALUES.
-- policy: explain true

EXPLAIN VALUES (1)
