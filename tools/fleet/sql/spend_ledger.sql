-- spend_window on ledger, by either meter: the buckets, and beside them the rows of the window and the undated rows of
-- the whole table, each counted apart.
WITH RECURSIVE
$undated(ledger, at),
measure (window_rows) AS (
  SELECT count(*) FROM ledger WHERE $within(at)
),
metered AS (
  SELECT
    CASE :group_by
      WHEN 'seat' THEN seat
      WHEN 'stream' THEN slug
      WHEN 'model' THEN model
      WHEN 'backend' THEN backend
      WHEN 'billing_mode' THEN billing_mode
      ELSE 'total'
    END AS attribution,
    CASE :meter WHEN 'real' THEN real_usd ELSE virtual_usd END AS usd,
    CASE WHEN pre_meter = 1 THEN legacy_usd END AS legacy,
    zero_declared = 1 AS declared,
    pre_meter = 1 AS pre_meter
  FROM ledger
  WHERE $within(at)
  LIMIT -1 -- which keeps the columns above from being worked out more than once a row
),
spent AS (
  SELECT attribution, usd, $plain(usd) AS plain, legacy, $plain(legacy) AS legacy_plain, declared, pre_meter
  FROM metered
  LIMIT -1
),
bucket AS (
  SELECT
    ifnull(attribution, '') AS attribution,
    count(*) AS row_count,
    $sums(plain, rest, cost),
    $sums(legacy_plain, legacy_rest, legacy),
    -- A meter of exactly 0.00 counts once: declared first, then legacy, then unexplained.
    count(*) FILTER (WHERE usd = 0.0 AND declared) AS zero_by_declaration,
    count(*) FILTER (WHERE usd = 0.0 AND NOT declared AND pre_meter) AS zero_legacy_pre_meter,
    count(*) FILTER (WHERE usd = 0.0 AND NOT declared AND NOT pre_meter) AS zero_unexplained
  FROM (
    SELECT
      attribution, usd, plain, CASE WHEN plain IS NULL THEN usd END AS rest,
      legacy_plain, CASE WHEN legacy_plain IS NULL THEN legacy END AS legacy_rest, declared, pre_meter
    FROM spent
  )
  GROUP BY 1
)
SELECT measure.window_rows, undated.undated_rows, bucket.*
FROM measure CROSS JOIN undated LEFT JOIN bucket
