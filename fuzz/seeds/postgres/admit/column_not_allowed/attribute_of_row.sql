-- Looks like attribute_of_row and is honest: reads an attribute of another row.
-- policy: deny_columns users.token

SELECT (o).note FROM orders o
