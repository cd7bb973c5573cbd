CASE WHEN substr($1, 20, 1) = '.' THEN CAST('0' || coalesce(substring($1 FROM '^.{19}([.][0-9]{1,250})'), '') AS double precision) ELSE 0 END
