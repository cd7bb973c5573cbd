-- Looks like journal_mode and is honest: reads a list that describes the schema.

SELECT * FROM pragma_index_list('users')
