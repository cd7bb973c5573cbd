-- Notifications that wait, the most urgent level only.
SELECT id, at, level FROM notifications
WHERE acked_at IS NULL AND level = (
  SELECT level FROM notifications WHERE acked_at IS NULL
  ORDER BY CASE level WHEN 'critical' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END LIMIT 1
)
