-- Candidates for a slug that does not exist.
SELECT slug FROM streams ORDER BY slug LIMIT 20000
