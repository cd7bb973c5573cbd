-- Calls what the operator admits.
-- policy: allow_functions frobnicate

SELECT frobnicate(1)
