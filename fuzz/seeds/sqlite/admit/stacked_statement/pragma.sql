-- Looks like pragma and is honest: has it in a literal.

SELECT 'PRAGMA query_only = 0';
