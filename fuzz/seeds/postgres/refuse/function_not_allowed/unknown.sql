-- Calls what nobody knows.

SELECT frobnicate(1)
