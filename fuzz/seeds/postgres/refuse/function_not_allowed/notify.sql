-- Sends a message.

SELECT pg_notify('channel', 'text')
