-- A call there.

SELECT * FROM (SELECT lower('A'))
