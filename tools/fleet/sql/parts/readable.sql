(
  $1 < x'' AND substr($1, 11, 1) = 'T' AND substr($1, 12, 2) >= '0' AND substr($1, 12, 2) < '24'
  AND date(substr($1, 1, 10)) = substr($1, 1, 10) AND unixepoch($1) IS NOT NULL
)
