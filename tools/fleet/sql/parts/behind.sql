CASE WHEN substr($1, 1, 11) || char(1114111) > $1 THEN substr($1, 1, 11) || char(1114111) ELSE $1 || char(1) END
