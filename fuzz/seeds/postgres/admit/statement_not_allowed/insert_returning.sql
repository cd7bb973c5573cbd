-- Looks like insert_returning and is honest: reads a row like it.

SELECT id FROM orders WHERE note = 'x'
