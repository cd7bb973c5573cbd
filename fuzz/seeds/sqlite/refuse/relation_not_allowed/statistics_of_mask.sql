-- Reads samples of a masked column.
-- policy: mask_columns users.token

SELECT sample FROM sqlite_stat4
