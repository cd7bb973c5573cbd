-- Looks like replace and is honest: replaces in a short one.

SELECT replace('aaa', 'a', 'b')
