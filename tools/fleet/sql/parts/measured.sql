-- The rows of $1 in the window, by $2 alone: those whose text decides, and those at either edge as instants.
SELECT
  (SELECT count(*) FROM $1 WHERE $2 >= :inner_low AND $2 < :inner_high)
  + (SELECT count(*) FROM $1 WHERE $2 >= :low AND $2 < :inner_low AND $exactly($2))
  + (SELECT count(*) FROM $1 WHERE $2 >= :inner_high AND $2 < :high AND $exactly($2))
