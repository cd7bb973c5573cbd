-- Calls it with a star.

SELECT total_changes(*)
