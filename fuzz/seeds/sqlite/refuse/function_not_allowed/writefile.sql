-- Writes a file by a function of the shell.

SELECT writefile('/tmp/out', note) FROM orders
