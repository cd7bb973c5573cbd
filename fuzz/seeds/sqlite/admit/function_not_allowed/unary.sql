-- Signs before a permitted one.

SELECT ~ - + abs(1)
