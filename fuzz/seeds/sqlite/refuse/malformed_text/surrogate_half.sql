-- Writes half of a surrogate pair as UTF-8.
-- expand

SELECT '«xed»«xa0»«x80»'
