-- Leaves a literal open, so that the rest would be data.

SELECT 'abc
