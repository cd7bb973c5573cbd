WITH
$undated(ledger, at),
measure (window_rows) AS (
  $measured(ledger, at)
),
spent AS (
  SELECT
    CASE :group_by
      WHEN 'seat' THEN seat
      WHEN 'stream' THEN slug
      WHEN 'model' THEN model
      WHEN 'backend' THEN backend
      WHEN 'billing_mode' THEN billing_mode
      ELSE 'total'
    END AS attribution,
    $plain($1) AS plain,
    $1 AS usd,
    CASE WHEN pre_meter = 1 THEN $plain(legacy_usd) END AS legacy_plain,
    CASE WHEN pre_meter = 1 THEN legacy_usd END AS legacy,
    -- A meter of exactly 0.00 counts once: declared first, then legacy, then unexplained.
    CASE WHEN $1 = 0.0 THEN CASE WHEN zero_declared = 1 THEN 1 WHEN pre_meter = 1 THEN 2 ELSE 3 END END AS zero
  FROM ledger
  WHERE $within(at)
  LIMIT -1 -- which keeps the columns above from being worked out more than once a row
),
bucket AS (
  SELECT
    ifnull(attribution, '') AS attribution,
    count(*) AS row_count,
    $sums(plain, rest, cost),
    $sums(legacy_plain, legacy_rest, legacy),
    count(*) FILTER (WHERE zero = 1) AS zero_by_declaration,
    count(*) FILTER (WHERE zero = 2) AS zero_legacy_pre_meter,
    count(*) FILTER (WHERE zero = 3) AS zero_unexplained
  FROM (
    SELECT attribution, plain, $rest(plain, usd) AS rest, legacy_plain, $rest(legacy_plain, legacy) AS legacy_rest, zero FROM spent
  )
  GROUP BY 1
)
SELECT measure.window_rows, undated.undated_rows, bucket.*
FROM measure CROSS JOIN undated LEFT JOIN bucket
