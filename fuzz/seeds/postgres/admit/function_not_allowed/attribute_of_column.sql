-- Looks like attribute_of_column and is honest: a column with its table.

SELECT (o).amount FROM orders o
