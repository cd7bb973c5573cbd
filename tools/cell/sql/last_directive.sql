-- When the newest directive was received, by its instant.
SELECT received_at
  FROM user_directives
 WHERE $millis(received_at) IS NOT NULL
 ORDER BY $millis(received_at) DESC, id DESC
 LIMIT 1
