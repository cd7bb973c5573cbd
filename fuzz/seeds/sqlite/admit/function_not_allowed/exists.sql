-- Looks like exists and is honest: a call there.

SELECT EXISTS (SELECT lower('A'))
