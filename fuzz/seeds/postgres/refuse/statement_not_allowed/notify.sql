-- Sends a message.

NOTIFY channel, 'text'
