-- Matches a GLOB.

SELECT note GLOB '*i?s*' FROM orders
