-- Looks like glob and is honest: matches a GLOB.

SELECT note GLOB '*i?s*' FROM orders
