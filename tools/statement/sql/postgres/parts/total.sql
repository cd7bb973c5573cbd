CAST(sum($1) AS bigint)
