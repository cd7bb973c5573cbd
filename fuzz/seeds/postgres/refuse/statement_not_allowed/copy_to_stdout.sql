-- Reads a table in another protocol.

COPY secrets TO STDOUT
