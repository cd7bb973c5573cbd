-- Lists the columns of a denied table by a permitted function.
-- policy: deny_relations secrets

SELECT name FROM pragma_table_info('secrets')
