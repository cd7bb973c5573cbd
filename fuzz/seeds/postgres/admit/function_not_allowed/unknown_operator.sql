-- Looks like unknown_operator and is honest: built-in operators of many signs.

SELECT '{"a": 1}'::jsonb #>> '{a}', '[1]'::jsonb @> '1'
