-- Looks like concatenation and is honest: concatenates short ones.

SELECT concat('a', 'b')
