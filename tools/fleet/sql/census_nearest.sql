-- For an empty day: how many runs the record holds, and the seconds of the last run before the day and the first behind
-- it. Every time can be read: undated runs have refused the call before.
SELECT
  count(*) AS runs,
  max($second(started_at)) FILTER (WHERE $second(started_at) < :from_second) AS before,
  min($second(started_at)) FILTER (WHERE $second(started_at) >= :to_second) AS behind
FROM run_record
