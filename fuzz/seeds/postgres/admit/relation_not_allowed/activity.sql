-- Looks like activity and is honest: a table of that alias.

SELECT pg_stat_activity.note FROM orders AS pg_stat_activity
