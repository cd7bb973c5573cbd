-- Looks like attribute_of_subquery and is honest: a column of a row that a subquery gives.

SELECT (SELECT o FROM orders o LIMIT 1).note
