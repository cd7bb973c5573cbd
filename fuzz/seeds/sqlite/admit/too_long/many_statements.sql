-- Looks like many_statements and is honest: many separators within the bound.
-- expand

SELECT 1«;×1000»
