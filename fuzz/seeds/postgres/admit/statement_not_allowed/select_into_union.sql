-- Looks like select_into_union and is honest: a compound without it.

SELECT 1 AS v UNION SELECT 2
