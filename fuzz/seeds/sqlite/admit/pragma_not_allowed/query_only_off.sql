-- A column named off.

SELECT 1 AS off
