-- What $1 (the plain micro-dollars of a row) and $2 (its dollars where it has none) come to. money.go adds the parts.
count(*) FILTER (WHERE $1 IS NOT NULL OR $2 IS NOT NULL) AS $3_priced,
sum($1) FILTER (WHERE $1 IS NOT NULL) AS $3_plain,
-- Beyond that: ten-thousands of dollars, and exactly rounded micro-dollars of the rest.
sum(CASE WHEN $2 BETWEEN -9e15 AND 9e15 THEN CAST($2 AS INTEGER) / 10000 END) FILTER (WHERE $2 IS NOT NULL) AS $3_tens,
sum(CASE WHEN $2 BETWEEN -9e15 AND 9e15 THEN CAST($2 AS INTEGER) % 10000 * 1000000 + $exact($2) END) FILTER (WHERE $2 IS NOT NULL) AS $3_micros,
-- And what is larger still, with more digits than a double has, to be added outside of the engine.
group_concat(CASE WHEN $2 NOT BETWEEN -9e15 AND 9e15 THEN format('%!.20e', $2) END, ' ') FILTER (WHERE $2 IS NOT NULL) AS $3_beyond
