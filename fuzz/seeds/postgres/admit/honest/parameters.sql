-- Numbered parameters.

SELECT id FROM orders WHERE id = $1 AND note = $2
