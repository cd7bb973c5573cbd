-- Writes a character beyond the last one of Unicode.
-- expand

SELECT '«xf4»«x90»«x80»«x80»'
