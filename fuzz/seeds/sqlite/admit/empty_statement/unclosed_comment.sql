-- The last comment is not closed, which SQLite permits.

SELECT 1 /* the end is missing
