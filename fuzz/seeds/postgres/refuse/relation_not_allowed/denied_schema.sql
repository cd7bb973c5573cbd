-- Puts the schema before it.
-- policy: deny_relations secrets

SELECT token FROM public.secrets
