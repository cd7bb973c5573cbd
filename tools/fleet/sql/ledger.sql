-- ledger_show: every session and workspace, by the real meter.
WITH batch AS (
  SELECT
    ifnull(session, '') AS session, ifnull(workspace, '') AS workspace,
    tokens_in, tokens_out, tokens_cached, calls, refusals, pin_bypasses,
    $micros(real_usd) AS micros, $large(real_usd) AS large
  FROM ledger
  LIMIT -1
)
SELECT
  session, workspace, count(*) AS row_count, $sums(micros, large, cost),
  sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(tokens_cached) AS tokens_cached,
  sum(calls) AS calls, sum(refusals) AS refusals, sum(pin_bypasses) AS pin_bypasses
FROM batch
GROUP BY 1, 2
ORDER BY 1, 2
