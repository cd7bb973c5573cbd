-- Sends a name in Latin-1.
-- expand

SELECT 'Z«xfc»rich'
