-- How many times of $1.$2 cannot be read. :undated is what was counted before, where nothing has changed since.
--
-- unixepoch reads more than what the contract calls a time. So first all rows are counted that it does not read, in one
-- scan of the index and nothing else for each row, and then those that it should not have read, where the index says that
-- such can be: beginning steps through it from one beginning of a time ('2026-05-14T') to the next, so that the day is
-- judged once for all its rows.
undated (undated_rows) AS (
  SELECT CASE WHEN :undated IS NOT NULL THEN :undated ELSE (
    WITH RECURSIVE beginning (step, found) AS MATERIALIZED (
      SELECT 0, (SELECT min(t.$2) FROM $1 AS t WHERE t.$2 >= '' AND t.$2 < x'')
      UNION ALL
      SELECT step + 1, (SELECT min(t.$2) FROM $1 AS t WHERE t.$2 >= $behind(found) AND t.$2 < x'')
      FROM beginning
      WHERE found IS NOT NULL AND step < 20000
    ),
    judged (found, is_day) AS MATERIALIZED (
      SELECT found, substr(found, 11, 1) = 'T' AND ifnull(date(substr(found, 1, 10)) = substr(found, 1, 10), 0)
      FROM beginning
      WHERE found IS NOT NULL
    )
    SELECT
      (SELECT count(*) FROM $1 AS t WHERE unixepoch(t.$2) IS NULL)
      -- What is no text: NULL is not read, a number before all text is read as a Julian day, a blob behind it as text.
      + (SELECT count(unixepoch(t.$2)) FROM $1 AS t WHERE t.$2 < '')
      + (SELECT count(unixepoch(t.$2)) FROM $1 AS t WHERE t.$2 >= x'')
      -- What begins with no day and T.
      + coalesce((
          SELECT sum((SELECT count(unixepoch(t.$2)) FROM $1 AS t WHERE t.$2 >= found AND t.$2 < $behind(found)))
          FROM judged
          WHERE NOT is_day
        ), 0)
      -- What sorts as before hour 0 or as hour 24 or later of its day: blanks and letters in front, and hour 24.
      + coalesce((
          SELECT sum(
            (SELECT count(unixepoch(t.$2)) FROM $1 AS t WHERE t.$2 >= day || 'T' AND t.$2 < day || 'T0')
            + (SELECT count(unixepoch(t.$2)) FROM $1 AS t WHERE t.$2 >= day || 'T24' AND t.$2 < day || 'U')
          )
          FROM (SELECT DISTINCT substr(found, 1, 10) AS day FROM judged WHERE is_day)
        ), 0)
      -- Where there are too many beginnings to step through, the rows behind the last are judged one by one.
      + (
        SELECT count(unixepoch(t.$2)) FROM $1 AS t
        WHERE t.$2 >= (SELECT $behind(found) FROM beginning WHERE step = 20000) AND t.$2 < x'' AND NOT ifnull($readable(t.$2), 0)
      )
  ) END
)
