-- As in the file for SQLite; a cast to a whole number rounds here.
CASE
  WHEN $1 BETWEEN -5e5 AND 5e5 THEN
    CASE
      WHEN CAST(trunc($1 * 1e9 + 1e15) AS bigint) % 1000 NOT BETWEEN 498 AND 501
      THEN (CAST(trunc($1 * 1e9 + 1e15) AS bigint) + 500) / 1000 - 1000000000000
      ELSE CAST(trunc($1) AS bigint) * 1000000 + $exact($1)
    END
  WHEN $1 BETWEEN -9e15 AND 9e15 THEN CAST(trunc($1) AS bigint) % 10000 * 1000000 + $exact($1)
END
