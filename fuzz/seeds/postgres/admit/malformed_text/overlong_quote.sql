-- Looks like overlong_quote and is honest: a doubled quote.
-- expand

SELECT '''; DELETE FROM orders --'
