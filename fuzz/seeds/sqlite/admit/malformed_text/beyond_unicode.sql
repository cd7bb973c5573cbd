-- Looks like beyond_unicode and is honest: the last one of Unicode.
-- expand

SELECT '􏿿'
