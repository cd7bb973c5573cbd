-- Has it in a literal.

SELECT 'PRAGMA query_only = 0';
