-- The window in three parts: text bounds 16 hours wider than it let the index find the rows, since no offset is that
-- large. Between the inner bounds, 16 hours narrower, the text alone decides; only rows at the edges are compared as
-- instants.
edge (low, high, inside) AS (
  VALUES (:low, :inner_low, 0), (:inner_low, :inner_high, 1), (:inner_high, :high, 0)
)
