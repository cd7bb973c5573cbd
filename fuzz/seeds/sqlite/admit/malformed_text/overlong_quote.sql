-- Looks like overlong_quote and is honest: a quote doubled in a literal.
-- expand

SELECT '''; DELETE FROM orders --'
