-- Text bounds 16 hours wider than the window let the index find the rows: no offset is that large. Between the inner
-- bounds, 16 hours narrower, the text alone decides; only rows at the edges are compared as instants.
$1 >= :low AND $1 < :high AND ($1 >= :inner_low AND $1 < :inner_high OR $exactly($1))
