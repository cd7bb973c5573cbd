-- Looks like attribute_of_subscript and is honest: a subscript alone.

SELECT (ARRAY['PG_VERSION'])[1]
