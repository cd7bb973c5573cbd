-- Statements and separators in literals of every kind.

SELECT 'update; --', E'it\'s', $$drop; $$, $q$ $$ $q$, U&'d\0061t\+000061', B'101', X'1F'
