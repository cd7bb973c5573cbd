-- One page of directives, newest first. ms is the instant of received_at in milliseconds; what is no time counts as
-- before all others. Only the keys are sorted; the rows themselves are fetched for the page alone.
WITH keyed AS (
  SELECT id AS key, kind, coalesce($millis(received_at), -9000000000000000) AS ms
    FROM user_directives
),
page AS (
  SELECT key, ms
    FROM keyed
   WHERE (CAST(:kind AS text) IS NULL OR kind = :kind)
     AND (CAST(:since AS bigint) IS NULL OR ms >= :since)
     AND (CAST(:until AS bigint) IS NULL OR ms < :until AND ms > -9000000000000000)
     AND (CAST(:after_row AS bigint) IS NULL OR ms < :after_ms OR ms = :after_ms AND key < :after_row)
   ORDER BY ms DESC, key DESC
   LIMIT :rows
)
SELECT d.id, d.directive_sha256, d.received_at, d.operator, d.kind, d.directive_type, d.body, d.tau_block, page.ms
  FROM page JOIN user_directives AS d ON d.id = page.key
 ORDER BY page.ms DESC, page.key DESC
