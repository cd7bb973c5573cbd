-- Every sealed step of one directive, in the order in which they happened; steps without a readable time come last.
SELECT directive_sha256, stage, step_no, actor, row_id, occurred_at, outcome, detail, witness_sha256
  FROM directive_causal_chains
 WHERE directive_sha256 = :sha
 ORDER BY CASE WHEN occurred_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*'
               THEN coalesce(CAST(round(unixepoch(occurred_at, 'subsec') * 1000) AS INTEGER), 9000000000000000)
               ELSE 9000000000000000 END,
          stage, step_no, row_id
 LIMIT :rows
