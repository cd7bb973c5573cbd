-- cost_show: the runs of one stream by model.
WITH run AS (
  SELECT
    ifnull(model, '') AS model, tokens_in, tokens_out, tokens_cached,
    $plain(cost_normalized_usd) AS plain, cost_normalized_usd AS usd
  FROM run_record
  WHERE slug = :stream
  LIMIT -1
)
SELECT
  model, count(*) AS row_count, $sums(plain, rest, cost),
  sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(tokens_cached) AS tokens_cached
FROM (
  SELECT model, tokens_in, tokens_out, tokens_cached, plain, $rest(plain, usd) AS rest FROM run
)
GROUP BY 1
ORDER BY 1
