-- Compares another.
-- policy: deny_columns users.token

SELECT o.id FROM orders o JOIN users u ON u.name = o.note
