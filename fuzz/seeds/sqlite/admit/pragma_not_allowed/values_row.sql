-- Looks like values_row and is honest: a subquery in the second row.

VALUES (1), ((SELECT max(id) FROM orders))
