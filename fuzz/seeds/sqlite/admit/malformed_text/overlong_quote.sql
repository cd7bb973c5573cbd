-- A quote doubled in a literal.
-- expand

SELECT '''; DELETE FROM orders --'
