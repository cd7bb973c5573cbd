-- Starts a program.

COPY (SELECT 1) TO PROGRAM 'id'
