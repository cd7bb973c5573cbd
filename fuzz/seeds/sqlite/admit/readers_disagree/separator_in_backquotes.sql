-- Looks like separator_in_backquotes and is honest: has the separator in a name in double quotes.

SELECT 1 AS "; DELETE FROM orders --"
