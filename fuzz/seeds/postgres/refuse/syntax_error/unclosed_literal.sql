-- Leaves a literal open.

SELECT 'abc
