-- Reads a file by a function of the shell.

SELECT readfile('/etc/passwd')
