-- Calls a built-in that the policy denies.
-- policy: deny_functions random

SELECT Random()
