-- Joins two statements by nothing.

SELECT 1 SELECT 2
