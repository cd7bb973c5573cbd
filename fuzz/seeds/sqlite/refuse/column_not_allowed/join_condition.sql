-- Compares it in a join.
-- policy: deny_columns users.token

SELECT o.id FROM orders o JOIN users u ON u.token = o.note
