-- fleet_usage_projection: the runs of every seat, the empty one included. started_at is that of the last run whose time
-- can be read.
WITH run AS (
  SELECT
    coalesce(seat, '') AS seat, started_at, id,
    CASE WHEN $readable(started_at) THEN $second(started_at) END AS second,
    $fraction(started_at) AS fraction,
    $micros(cost_normalized_usd) AS micros, $large(cost_normalized_usd) AS large
  FROM run_record
),
last AS (
  SELECT DISTINCT ON (seat) seat, started_at, second + fraction AS newest
  FROM run
  WHERE second IS NOT NULL
  ORDER BY seat, second DESC, fraction DESC, id
),
spent AS (
  SELECT
    seat, count(*) AS row_count, $sums(micros, large, cost),
    count(second) AS dated,
    count(*) FILTER (WHERE (second, fraction) >= (:recent_second, :recent_fraction)) AS recent
  FROM run
  GROUP BY 1
)
SELECT spent.*, last.newest, last.started_at
FROM spent LEFT JOIN last ON last.seat = spent.seat
ORDER BY spent.seat
