-- ledger_show: every session and workspace, by the real meter.
WITH batch AS (
  SELECT
    coalesce(session, '') AS session, coalesce(workspace, '') AS workspace,
    tokens_in, tokens_out, tokens_cached, calls, refusals, pin_bypasses,
    $micros(real_usd) AS micros, $large(real_usd) AS large
  FROM ledger
  $fence()
)
SELECT
  session, workspace, count(*) AS row_count, $sums(micros, large, cost),
  $total(tokens_in) AS tokens_in, $total(tokens_out) AS tokens_out, $total(tokens_cached) AS tokens_cached,
  $total(calls) AS calls, $total(refusals) AS refusals, $total(pin_bypasses) AS pin_bypasses
FROM batch
GROUP BY 1, 2
ORDER BY 1, 2
