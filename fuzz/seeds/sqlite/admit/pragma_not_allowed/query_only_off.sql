-- Looks like query_only_off and is honest: a column named off.

SELECT 1 AS off
