CASE WHEN substr($1, 20, 1) = '.' THEN CAST(substr($1, 20) AS REAL) ELSE 0.0 END
