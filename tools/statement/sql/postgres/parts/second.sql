-- The Unix time of $1, cut to seconds, as SQLite's date functions read a text that begins with a day; NULL where they do
-- not. Like them it takes day 31 of a short month for a day of the next, and the hour 24:00. A day is counted from the first of
-- its month; the year 0000, which PostgreSQL does not have, from 400 years later.
CASE WHEN
  $1 ~ E'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[T \t\n\v\f\r]*((([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?|24:00(:00([.]0+)?)?)[ \t\n\v\f\r]*([Zz]|[+-](0[0-9]|1[0-4]):[0-5][0-9])?[ \t\n\v\f\r]*)?$'
THEN nullif(least(
  86400 * CAST(
    CAST(CASE WHEN $1 < '0001' THEN '04' || substr($1, 3, 6) ELSE substr($1, 1, 8) END || '01' AS date) - DATE '1970-01-01'
    - CASE WHEN $1 < '0001' THEN 146097 ELSE 0 END + CAST(substr($1, 9, 2) AS integer) - 1 AS bigint
  )
  + CASE WHEN $clock($1) = '' THEN 0 ELSE
    CAST(substr($clock($1), 1, 2) AS integer) * 3600 + CAST(substr($clock($1), 4, 2) AS integer) * 60
    + CASE WHEN substr($clock($1), 6, 1) = ':' THEN CAST(substr($clock($1), 7, 2) AS integer) ELSE 0 END
    - CASE WHEN right($1, 1) = 'Z' THEN 0 ELSE
      CASE left(right(rtrim($clock($1), E' \t\n\v\f\r'), 6), 1) WHEN '+' THEN 60 WHEN '-' THEN -60 ELSE 0 END
      * CASE WHEN left(right(rtrim($clock($1), E' \t\n\v\f\r'), 6), 1) IN ('+', '-')
        THEN CAST(left(right(rtrim($clock($1), E' \t\n\v\f\r'), 5), 2) AS integer) * 60 + CAST(right(rtrim($clock($1), E' \t\n\v\f\r'), 2) AS integer)
        ELSE 0 END
    END
  END,
  253402300800), 253402300800) -- the calendar ends with 9999
END
