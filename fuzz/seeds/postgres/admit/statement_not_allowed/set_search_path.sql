-- Looks like set_search_path and is honest: a name with its schema.

SELECT * FROM public.orders
