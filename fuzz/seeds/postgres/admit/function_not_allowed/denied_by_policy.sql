-- Looks like denied_by_policy and is honest: calls one that it does not.
-- policy: deny_functions random

SELECT abs(1)
