-- Deletes rows and returns them as a SELECT would.

DELETE FROM orders WHERE id = 1 RETURNING *
