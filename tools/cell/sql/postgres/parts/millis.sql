-- The instant of $1 in milliseconds of Unix time; NULL where it is no text of the form YYYY-MM-DDT… that can be read. The
-- part of a second is rounded as SQLite does it: never up to the next second.
CASE
  WHEN substr($1, 11, 1) = 'T' THEN $second($1) * 1000 + CASE
    WHEN substr($clock($1), 9, 1) = '.' THEN CAST(floor(
      (CAST(substr($clock($1), 7, 2) AS integer)
        + least(CAST('0' || coalesce(substring($clock($1) FROM '^.{8}([.][0-9]{1,250})'), '') AS double precision), 0.999)) * 1000 + 0.5
    ) AS bigint) - CAST(substr($clock($1), 7, 2) AS integer) * 1000
    ELSE 0
  END
END
