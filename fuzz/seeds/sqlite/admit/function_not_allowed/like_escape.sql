-- Looks like like_escape and is honest: a call there.

SELECT 'a%' LIKE 'a|%' ESCAPE char(124)
