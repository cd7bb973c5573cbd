-- Replaces in a short one.

SELECT replace('aaa', 'a', 'b')
