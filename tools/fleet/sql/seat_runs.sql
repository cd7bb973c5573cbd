-- fleet_usage_projection: the runs of every seat, the empty one included. started_at is that of
-- the last run whose time can be read.
WITH run AS (
  SELECT
    coalesce(seat, '') AS seat, started_at,
    CASE WHEN $readable(started_at) THEN $second(started_at) END AS second,
    $micros(cost_normalized_usd) AS micros, $large(cost_normalized_usd) AS large
  FROM run_record
  $fence()
)
SELECT
  seat, count(*) AS row_count, $sums(micros, large, cost),
  count(second) AS dated,
  count(*) FILTER (WHERE (second, $fraction(started_at)) >= (:recent_second, :recent_fraction)) AS recent,
  max(second + $fraction(started_at)) AS newest,
  started_at -- of the row with the newest, as SQLite has it: https://sqlite.org/lang_select.html#bareagg
FROM run
GROUP BY 1
ORDER BY 1
