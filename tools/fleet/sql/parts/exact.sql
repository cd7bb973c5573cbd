-- The micro-dollars of the cents of $1: the exact product, rounded half to even. A double's product with 1e6 is rounded
-- itself and may come out half-way by that; Dekker's error of the product, with the factor split in two, says on which
-- side of the half the exact one is.
(
  SELECT CAST(near AS INTEGER) + (error > 0 AND product - near = 0.5) - (error < 0 AND product - near = -0.5)
  FROM (
    SELECT product, product + 6755399441055744.0 - 6755399441055744.0 AS near, high * 1e6 - product + (cents - high) * 1e6 AS error
    FROM (
      SELECT cents, cents * 1e6 AS product, cents * 134217729.0 - (cents * 134217729.0 - cents) AS high
      FROM (SELECT $1 - CAST($1 AS INTEGER) AS cents)
    )
  )
)
