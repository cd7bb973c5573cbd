-- Reads samples of a denied column from the statistics.
-- policy: deny_columns users.token

SELECT sample FROM sqlite_stat4 WHERE tbl = 'users'
