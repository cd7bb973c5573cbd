-- A call there.

SELECT EXISTS (SELECT lower('A'))
