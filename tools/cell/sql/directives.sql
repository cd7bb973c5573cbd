-- One page of directives, newest first. ms is the instant of received_at in milliseconds; what is no time counts as
-- before all others. Only the keys are sorted; the rows themselves are fetched for the page alone.
WITH keyed AS (
  SELECT id AS row, kind,
         CASE WHEN received_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*'
              THEN coalesce(CAST(round(unixepoch(received_at, 'subsec') * 1000) AS INTEGER), -9000000000000000)
              ELSE -9000000000000000 END AS ms
    FROM user_directives
),
page AS (
  SELECT row, ms
    FROM keyed
   WHERE (:kind IS NULL OR kind = :kind)
     AND (:since IS NULL OR ms >= :since)
     AND (:until IS NULL OR ms < :until AND ms > -9000000000000000)
     AND (:after_row IS NULL OR ms < :after_ms OR ms = :after_ms AND row < :after_row)
   ORDER BY ms DESC, row DESC
   LIMIT :rows
)
SELECT d.id, d.directive_sha256, d.received_at, d.operator, d.kind, d.directive_type, d.body, d.tau_block, page.ms
  FROM page JOIN user_directives AS d ON d.id = page.row
 ORDER BY page.ms DESC, page.row DESC
