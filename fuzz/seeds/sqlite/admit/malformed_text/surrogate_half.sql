-- A character beyond the first plane.
-- expand

SELECT '🦊'
