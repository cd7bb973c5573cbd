-- Looks like unknown and is honest: a table function that is known, without its schema argument.

SELECT * FROM pragma_foreign_key_list('orders')
