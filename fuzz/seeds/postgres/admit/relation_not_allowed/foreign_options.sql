-- Looks like foreign_options and is honest: lists the foreign tables themselves.

SELECT foreign_table_name FROM information_schema.foreign_tables
