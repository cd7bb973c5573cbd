-- One page of Franklin's responses, newest first, of one directive or of all. As in directives.sql, only the keys are sorted.
WITH keyed AS (
  SELECT id AS row,
         CASE WHEN responded_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*'
              THEN coalesce(CAST(round(unixepoch(responded_at, 'subsec') * 1000) AS INTEGER), -9000000000000000)
              ELSE -9000000000000000 END AS ms
    FROM franklin_responses
   WHERE :sha IS NULL OR directive_sha256 = :sha
),
page AS (
  SELECT row, ms
    FROM keyed
   WHERE :after_row IS NULL OR ms < :after_ms OR ms = :after_ms AND row < :after_row
   ORDER BY ms DESC, row DESC
   LIMIT :rows
)
SELECT r.id, r.directive_sha256, r.responded_at, r.channel, r.body, r.witness_sha256, page.ms
  FROM page JOIN franklin_responses AS r ON r.id = page.row
 ORDER BY page.ms DESC, page.row DESC
