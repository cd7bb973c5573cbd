-- Looks like join_condition and is honest: a call there.

SELECT 1 FROM users u JOIN orders o ON lower(u.name) = lower(o.note)
