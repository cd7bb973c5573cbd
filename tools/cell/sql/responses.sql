-- One page of Franklin's responses, newest first, of one directive or of all. As in directives.sql, only the keys are sorted.
WITH keyed AS (
  SELECT id AS key, coalesce($millis(responded_at), -9000000000000000) AS ms
    FROM franklin_responses
   WHERE CAST(:sha AS text) IS NULL OR directive_sha256 = :sha
),
page AS (
  SELECT key, ms
    FROM keyed
   WHERE CAST(:after_row AS bigint) IS NULL OR ms < :after_ms OR ms = :after_ms AND key < :after_row
   ORDER BY ms DESC, key DESC
   LIMIT :rows
)
SELECT r.id, r.directive_sha256, r.responded_at, r.channel, r.body, r.witness_sha256, page.ms
  FROM page JOIN franklin_responses AS r ON r.id = page.key
 ORDER BY page.ms DESC, page.key DESC
