-- Looks like unary and is honest: signs before a permitted one.

SELECT ~ - + abs(1)
