-- The micro-dollars of $1 where the product, rounded to a whole number, cannot be wrong: below 500,000 dollars and not
-- next to a half. Adding and taking away 1.5 * 2^52 rounds a double to the nearest whole number. Else NULL.
CASE
  WHEN $1 BETWEEN -5e5 AND 5e5 AND $1 * 1e6 - ($1 * 1e6 + 6755399441055744.0 - 6755399441055744.0) BETWEEN -0.4999 AND 0.4999
  THEN CAST($1 * 1e6 + 6755399441055744.0 - 6755399441055744.0 AS INTEGER)
END
