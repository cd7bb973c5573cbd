-- The last one of Unicode.
-- expand

SELECT '􏿿'
