-- Reads a list that describes the schema.

SELECT * FROM pragma_index_list('users')
