-- Explains VALUES.
-- policy: explain true

EXPLAIN VALUES (1)
