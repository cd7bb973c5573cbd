-- The micro-dollars of $1, each rounded half to even: of all of it up to 500,000 dollars, beyond that of what is left of
-- whole ten-thousands, else NULL. The billionths of a dollar are shifted above 0, so that their integer is the floor;
-- they are wrong by less than one, and only next to a half can that have led to the wrong micro-dollar.
CASE
  WHEN $1 BETWEEN -5e5 AND 5e5 THEN
    CASE
      WHEN CAST($1 * 1e9 + 1e15 AS INTEGER) % 1000 NOT BETWEEN 498 AND 501
      THEN (CAST($1 * 1e9 + 1e15 AS INTEGER) + 500) / 1000 - 1000000000000
      ELSE CAST($1 AS INTEGER) * 1000000 + $exact($1)
    END
  WHEN $1 BETWEEN -9e15 AND 9e15 THEN CAST($1 AS INTEGER) % 10000 * 1000000 + $exact($1)
END
