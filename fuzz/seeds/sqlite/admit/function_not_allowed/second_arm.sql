-- Looks like second_arm and is honest: a call there.

SELECT 1 EXCEPT SELECT abs(-1)
