-- Looks like from_subquery and is honest: a call there.

SELECT * FROM (SELECT lower('A'))
