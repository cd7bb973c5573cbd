-- Looks like repeat and is honest: makes a short one.

SELECT repeat('x', 9)
