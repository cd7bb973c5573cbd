-- Concatenates short ones.

SELECT concat('a', 'b')
