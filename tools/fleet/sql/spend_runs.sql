-- spend_window on run_record: the buckets, and beside them the rows of the window and the undated rows of the whole
-- table, each counted apart.
WITH
$undated(run_record, started_at),
measure (window_rows) AS (
  $measured(run_record, started_at)
),
$edges(),
spent AS (
  SELECT
    $attribution() AS attribution,
    $micros(cost_normalized_usd) AS micros,
    $large(cost_normalized_usd) AS large
  FROM edge CROSS JOIN run_record
  WHERE $within(started_at)
  $fence() -- which keeps the columns above from being worked out more than once a row
),
bucket AS (
  SELECT coalesce(attribution, '') AS attribution, count(*) AS row_count, $sums(micros, large, cost)
  FROM spent
  GROUP BY 1
)
SELECT measure.window_rows, undated.undated_rows, bucket.*
FROM measure CROSS JOIN undated LEFT JOIN bucket ON TRUE
