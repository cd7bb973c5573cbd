-- Looks like dbpage_join and is honest: joins a table so.

SELECT o.id FROM orders o LEFT JOIN users u ON u.id = o.user_id
