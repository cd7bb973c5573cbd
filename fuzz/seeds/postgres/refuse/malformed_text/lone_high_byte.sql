-- Sends a byte that is no UTF-8.
-- expand

SELECT '«xfe»'
