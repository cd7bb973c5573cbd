-- Reads what others run.

SELECT query FROM pg_stat_activity
