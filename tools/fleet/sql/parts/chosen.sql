state = :state
AND (CAST(:slugs AS text) IS NULL OR slug IN ($listed(:slugs)))
AND (
  CAST(:since_second AS bigint) IS NULL
  OR $readable(created_at) AND ($second(created_at), $fraction(created_at)) >= (:since_second, :since_fraction)
)
AND (
  CAST(:changed_second AS bigint) IS NULL
  OR $readable(updated_at) AND ($second(updated_at), $fraction(updated_at)) >= (:changed_second, :changed_fraction)
)
