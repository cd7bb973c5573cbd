-- Listens to a channel.

LISTEN channel
