-- Starts a program.

SELECT 1; COPY orders TO PROGRAM 'id'
