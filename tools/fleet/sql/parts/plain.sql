-- The micro-dollars of $1 up to 500,000 dollars, else NULL. Adding and taking away 1.5 * 2^52 rounds a double to the
-- nearest whole number, ties to even. Only next to a half can the product, itself rounded, have led to the wrong one.
CASE WHEN $1 BETWEEN -5e5 AND 5e5 THEN
  CASE
    WHEN $1 * 1e6 - ($1 * 1e6 + 6755399441055744.0 - 6755399441055744.0) BETWEEN -0.4999 AND 0.4999
    THEN CAST($1 * 1e6 + 6755399441055744.0 - 6755399441055744.0 AS INTEGER)
    ELSE CAST($1 AS INTEGER) * 1000000 + $exact($1)
  END
END
