-- Calls one that it does not.
-- policy: deny_functions random randomblob

SELECT abs(1)
