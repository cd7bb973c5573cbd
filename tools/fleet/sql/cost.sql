-- cost_show: the runs of one stream by model.
WITH run AS (
  SELECT
    coalesce(model, '') AS model, tokens_in, tokens_out, tokens_cached,
    $micros(cost_normalized_usd) AS micros, $large(cost_normalized_usd) AS large
  FROM run_record
  WHERE slug = :stream
  $fence()
)
SELECT
  model, count(*) AS row_count, $sums(micros, large, cost),
  $total(tokens_in) AS tokens_in, $total(tokens_out) AS tokens_out, $total(tokens_cached) AS tokens_cached
FROM run
GROUP BY 1
ORDER BY 1
