-- Reads samples of columns.

SELECT most_common_vals FROM pg_stats WHERE tablename = 'users'
