-- Looks like denied_schema and is honest: puts it before another.
-- policy: deny_relations secrets

SELECT note FROM public.orders
