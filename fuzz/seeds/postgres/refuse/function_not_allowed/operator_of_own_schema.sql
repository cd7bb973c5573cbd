-- Calls an operator of another schema.

SELECT 1 OPERATOR(public.+) 2
