-- Writes a file.

COPY orders TO '/tmp/out'
