-- executor_census: the runs of a day by machine and identity, and beside them the rows of the day and the undated rows of
-- the whole table, each counted apart.
WITH
$undated(run_record, started_at),
measure (window_rows) AS (
  $measured(run_record, started_at)
),
$edges(),
executed AS (
  SELECT
    coalesce(machine_id, '') AS machine_id,
    coalesce(identity, '') AS identity,
    $micros(cost_normalized_usd) AS micros,
    $large(cost_normalized_usd) AS large
  FROM edge CROSS JOIN run_record
  WHERE $within(started_at)
  $fence()
),
bucket AS (
  SELECT machine_id, identity, count(*) AS row_count, $sums(micros, large, cost)
  FROM executed
  GROUP BY 1, 2
)
SELECT measure.window_rows, undated.undated_rows, bucket.*
FROM measure CROSS JOIN undated LEFT JOIN bucket ON TRUE
