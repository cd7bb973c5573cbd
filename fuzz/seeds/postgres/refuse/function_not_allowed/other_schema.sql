-- Calls a function of a schema of its own by a harmless name.

SELECT public.lower('A')
