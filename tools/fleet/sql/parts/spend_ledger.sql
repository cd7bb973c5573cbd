WITH
$undated(ledger, at),
measure (window_rows) AS (
  $measured(ledger, at)
),
$edges(),
spent AS (
  SELECT
    $attribution() AS attribution,
    $micros($1) AS micros,
    $large($1) AS large,
    CASE WHEN pre_meter = 1 THEN $micros(legacy_usd) END AS legacy_micros,
    CASE WHEN pre_meter = 1 THEN $large(legacy_usd) END AS legacy_large,
    -- A meter of exactly 0.00 counts once: declared first, then legacy, then unexplained.
    CASE WHEN $1 = 0.0 THEN CASE WHEN zero_declared = 1 THEN 1 WHEN pre_meter = 1 THEN 2 ELSE 3 END END AS zero
  FROM edge CROSS JOIN ledger
  WHERE $within(at)
  $fence() -- which keeps the columns above from being worked out more than once a row
),
bucket AS (
  SELECT
    coalesce(attribution, '') AS attribution,
    count(*) AS row_count,
    $sums(micros, large, cost),
    $sums(legacy_micros, legacy_large, legacy),
    count(*) FILTER (WHERE zero = 1) AS zero_by_declaration,
    count(*) FILTER (WHERE zero = 2) AS zero_legacy_pre_meter,
    count(*) FILTER (WHERE zero = 3) AS zero_unexplained
  FROM spent
  GROUP BY 1
)
SELECT measure.window_rows, undated.undated_rows, bucket.*
FROM measure CROSS JOIN undated LEFT JOIN bucket ON TRUE
