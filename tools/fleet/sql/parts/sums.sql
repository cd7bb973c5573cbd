-- What $1 (the micro-dollars of a row) and $2 (its dollars where those are not all of it) come to. money.go adds the parts.
count($1) AS $3_priced,
sum($1) AS $3_micros,
sum(CASE WHEN $2 BETWEEN -9e15 AND 9e15 THEN CAST($2 AS INTEGER) / 10000 END) FILTER (WHERE $2 IS NOT NULL) AS $3_tens,
-- And what is larger still, with more digits than a double has, to be counted and added outside of the engine.
group_concat(CASE WHEN $2 NOT BETWEEN -9e15 AND 9e15 THEN format('%!.20e', $2) END, ' ') FILTER (WHERE $2 IS NOT NULL) AS $3_beyond
