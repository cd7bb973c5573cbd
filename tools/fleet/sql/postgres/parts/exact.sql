-- As in the file for SQLite; a cast to a whole number rounds here, and truth is no number.
(
  SELECT CAST(near AS bigint) + CASE WHEN error > 0 AND product - near = 0.5 THEN 1 WHEN error < 0 AND product - near = -0.5 THEN -1 ELSE 0 END
  FROM (
    SELECT product, product + 6755399441055744.0 - 6755399441055744.0 AS near, high * 1e6 - product + (cents - high) * 1e6 AS error
    FROM (
      SELECT cents, cents * 1e6 AS product, cents * 134217729.0 - (cents * 134217729.0 - cents) AS high
      FROM (SELECT $1 - trunc($1) AS cents) AS cut
    ) AS split
  ) AS rounded
)
