-- Writes to the log of the server.

SELECT pg_logical_emit_message(true, 'a', 'b')
