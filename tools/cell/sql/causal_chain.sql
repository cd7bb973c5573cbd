-- Every sealed step of one directive, in the order in which they happened; steps without a readable time come last.
SELECT directive_sha256, stage, step_no, actor, row_id, occurred_at, outcome, detail, witness_sha256
  FROM directive_causal_chains
 WHERE directive_sha256 = :sha
 ORDER BY coalesce($millis(occurred_at), 9000000000000000),
          stage, step_no, row_id
 LIMIT :rows
