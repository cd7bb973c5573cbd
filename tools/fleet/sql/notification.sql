SELECT id, at, level, body FROM notifications WHERE id = :id
