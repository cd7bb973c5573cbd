-- How many times of $1.$2 cannot be read. :undated is what was counted before, where nothing has changed since.
--
-- beginning steps through the index from one beginning of a time ('2026-05-14T') to the next, so that the day is judged
-- once for all its rows, and rows under a beginning that is no day are never looked at. What is left for each row is
-- whether its time of day and its offset can be read; a text that sorts as hour 24 or later of its day has none.
undated (undated_rows) AS (
  SELECT CASE WHEN :undated IS NOT NULL THEN :undated ELSE (
    WITH RECURSIVE beginning (step, found) AS MATERIALIZED (
      SELECT 0, (SELECT min(t.$2) FROM $1 AS t WHERE t.$2 < x'')
      UNION ALL
      SELECT step + 1, (SELECT min(t.$2) FROM $1 AS t WHERE t.$2 >= $behind(found) AND t.$2 < x'')
      FROM beginning
      WHERE found IS NOT NULL AND step < 20000
    )
    SELECT
      (SELECT count(*) FROM $1)
      - coalesce(sum((
          SELECT count(unixepoch(t.$2)) FROM $1 AS t WHERE t.$2 >= day || 'T0' AND t.$2 < day || 'T24'
        )), 0)
      -- Where there are too many beginnings to step through, the rows behind the last are judged one by one.
      - (SELECT count(*) FROM $1 AS t WHERE t.$2 >= (SELECT $behind(found) FROM beginning WHERE step = 20000) AND $readable(t.$2))
    FROM (SELECT DISTINCT substr(found, 1, 10) AS day FROM beginning WHERE substr(found, 11, 1) = 'T')
    WHERE date(day) = day
  ) END
)
