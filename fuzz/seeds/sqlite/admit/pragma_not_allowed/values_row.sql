-- A subquery in the second row.

VALUES (1), ((SELECT max(id) FROM orders))
