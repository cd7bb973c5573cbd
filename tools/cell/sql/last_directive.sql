-- When the newest directive was received, by its instant.
SELECT received_at
  FROM user_directives
 WHERE received_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*'
   AND unixepoch(received_at, 'subsec') IS NOT NULL
 ORDER BY unixepoch(received_at, 'subsec') DESC, id DESC
 LIMIT 1
