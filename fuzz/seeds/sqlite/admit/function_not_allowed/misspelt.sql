-- Looks like misspelt and is honest: spells it right.

SELECT length(note) FROM orders
