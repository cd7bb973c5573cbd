-- Explains ATTACH.
-- policy: explain true

EXPLAIN ATTACH 'evil.db' AS e
