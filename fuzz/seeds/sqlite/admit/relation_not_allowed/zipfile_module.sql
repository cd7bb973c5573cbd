-- The word as a value.

SELECT 'zipfile' AS name
