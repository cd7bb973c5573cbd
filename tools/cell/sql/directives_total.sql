-- How many directives match, whatever the page. Without a window no time needs to be read.
SELECT count(*)
  FROM user_directives
 WHERE (:kind IS NULL OR kind = :kind)
   AND (:since IS NULL AND :until IS NULL
        OR received_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*'
           AND (:since IS NULL OR CAST(round(unixepoch(received_at, 'subsec') * 1000) AS INTEGER) >= :since)
           AND (:until IS NULL OR CAST(round(unixepoch(received_at, 'subsec') * 1000) AS INTEGER) < :until))
