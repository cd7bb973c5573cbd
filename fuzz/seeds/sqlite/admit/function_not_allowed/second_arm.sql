-- A call there.

SELECT 1 EXCEPT SELECT abs(-1)
