CASE
  WHEN length(substr($1, 1, 11)) = 11 AND substr($1, 1, 11) || char(1114111) > $1 THEN substr($1, 1, 11) || char(1114111)
  ELSE $1 || char(0)
END
