-- cost_show: the runs of one stream by model.
WITH run AS (
  SELECT
    ifnull(model, '') AS model, tokens_in, tokens_out, tokens_cached,
    $micros(cost_normalized_usd) AS micros, $large(cost_normalized_usd) AS large
  FROM run_record
  WHERE slug = :stream
  LIMIT -1
)
SELECT
  model, count(*) AS row_count, $sums(micros, large, cost),
  sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(tokens_cached) AS tokens_cached
FROM run
GROUP BY 1
ORDER BY 1
