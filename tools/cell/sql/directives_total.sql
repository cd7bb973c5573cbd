-- How many directives match, whatever the page. Without a window no time needs to be read.
SELECT count(*)
  FROM user_directives
 WHERE (CAST(:kind AS text) IS NULL OR kind = :kind)
   AND (CAST(:since AS bigint) IS NULL AND CAST(:until AS bigint) IS NULL
        OR $millis(received_at) IS NOT NULL
           AND (CAST(:since AS bigint) IS NULL OR $millis(received_at) >= :since)
           AND (CAST(:until AS bigint) IS NULL OR $millis(received_at) < :until))
