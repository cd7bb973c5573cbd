-- The instant of $1 in milliseconds of Unix time; NULL where it is no text of the form YYYY-MM-DDT… that can be read.
CASE
  WHEN $1 GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*' THEN CAST(round(unixepoch($1, 'subsec') * 1000) AS INTEGER)
END
