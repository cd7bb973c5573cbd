state = :state
AND (:slugs IS NULL OR slug IN (SELECT value FROM json_each(:slugs)))
AND (
  :since_second IS NULL
  OR $readable(created_at) AND (unixepoch(created_at), $fraction(created_at)) >= (:since_second, :since_fraction)
)
AND (
  :changed_second IS NULL
  OR $readable(updated_at) AND (unixepoch(updated_at), $fraction(updated_at)) >= (:changed_second, :changed_fraction)
)
