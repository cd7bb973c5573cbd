-- Attaches a database in memory to write into.

ATTACH ':memory:' AS m
