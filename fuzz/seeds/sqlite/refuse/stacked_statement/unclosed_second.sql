-- Leaves a literal open behind the separator.

SELECT 1; SELECT 'abc
