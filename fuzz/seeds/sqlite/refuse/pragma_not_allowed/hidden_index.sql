-- Asks an index list for the name of a denied column.
-- policy: deny_columns users.token

SELECT name FROM pragma_index_info('users_token')
