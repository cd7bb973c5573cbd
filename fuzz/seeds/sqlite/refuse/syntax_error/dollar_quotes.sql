-- Uses the quotes of PostgreSQL.

SELECT $$ text $$
