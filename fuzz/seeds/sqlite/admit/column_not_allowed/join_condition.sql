-- Looks like join_condition and is honest: compares another.
-- policy: deny_columns users.token

SELECT o.id FROM orders o JOIN users u ON u.name = o.note
