-- As in the file for SQLite. What is larger still comes with all of its digits; infinity and NaN are among it.
count($1) AS $3_priced,
CAST(sum($1) AS bigint) AS $3_micros,
CAST(sum(CASE WHEN $2 BETWEEN -9e15 AND 9e15 THEN CAST(trunc($2) AS bigint) / 10000 END) AS bigint) AS $3_tens,
string_agg(CASE WHEN $2 NOT BETWEEN -9e15 AND 9e15 THEN CAST($2 AS text) END, ' ') AS $3_beyond
