-- Updates with a conflict clause.

UPDATE OR IGNORE orders SET note = 'x' WHERE id = 1
