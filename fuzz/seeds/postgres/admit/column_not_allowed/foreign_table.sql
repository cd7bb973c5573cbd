-- Looks like foreign_table and is honest: names the columns that are open.

SELECT ftrelid, ftserver FROM pg_foreign_table
