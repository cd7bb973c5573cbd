-- Uses an escape string of PostgreSQL.

SELECT E'a\n' || 'b' 'c'
