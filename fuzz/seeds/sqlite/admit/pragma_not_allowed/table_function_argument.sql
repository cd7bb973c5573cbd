-- A subquery in an argument.

SELECT value FROM json_each((SELECT json_array(note) FROM orders))
