-- Lists the columns of primary keys as JDBC drivers do, with a function of information_schema.

SELECT ct.relname, a.attname, (information_schema._pg_expandarray(i.indkey)).n AS key_seq FROM pg_catalog.pg_class ct JOIN pg_catalog.pg_attribute a ON ct.oid = a.attrelid JOIN pg_catalog.pg_index i ON a.attrelid = i.indrelid WHERE i.indisprimary
