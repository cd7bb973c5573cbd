-- Writes a file of the server.

SELECT lo_export(1, '/tmp/out')
