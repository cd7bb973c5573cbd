-- What $1 (the plain micro-dollars of a row) and $2 (its dollars where it has none) come to. money.go adds the parts.
count($1) + count($2) FILTER (WHERE $2 < '') AS $3_priced,
sum($1) AS $3_plain,
-- Beyond that: ten-thousands of dollars, and exactly rounded micro-dollars of the rest.
sum(CAST($2 AS INTEGER) / 10000) FILTER (WHERE $2 BETWEEN -9e15 AND 9e15) AS $3_tens,
sum(CAST($2 AS INTEGER) % 10000 * 1000000 + $exact($2)) FILTER (WHERE $2 BETWEEN -9e15 AND 9e15) AS $3_micros,
-- And what is larger still, with more digits than a double has, to be added outside of the engine.
group_concat(format('%!.20e', $2), ' ') FILTER (WHERE $2 < '' AND $2 NOT BETWEEN -9e15 AND 9e15) AS $3_beyond
