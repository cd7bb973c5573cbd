-- Digits with a separator.

SELECT 1_000
