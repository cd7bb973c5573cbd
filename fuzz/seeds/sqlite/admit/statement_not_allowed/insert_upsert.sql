-- Looks like insert_upsert and is honest: a condition that looks like one.

SELECT coalesce(note, 'x') FROM orders WHERE id = 1
