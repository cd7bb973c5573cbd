-- Statements, separators and comments in literals.

SELECT 'update; drop table users; --' AS s, 'Pragmatic%' AS p
