-- ledger_show: every session and workspace, by the real meter.
WITH batch AS (
  SELECT
    ifnull(session, '') AS session, ifnull(workspace, '') AS workspace,
    tokens_in, tokens_out, tokens_cached, calls, refusals, pin_bypasses,
    $plain(real_usd) AS plain, real_usd AS usd
  FROM ledger
  LIMIT -1
)
SELECT
  session, workspace, count(*) AS row_count, $sums(plain, rest, cost),
  sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(tokens_cached) AS tokens_cached,
  sum(calls) AS calls, sum(refusals) AS refusals, sum(pin_bypasses) AS pin_bypasses
FROM (
  SELECT
    session, workspace, tokens_in, tokens_out, tokens_cached, calls, refusals, pin_bypasses,
    plain, $rest(plain, usd) AS rest
  FROM batch
)
GROUP BY 1, 2
ORDER BY 1, 2
