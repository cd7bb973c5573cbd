-- Counts what the connection changed.

SELECT total_changes()
