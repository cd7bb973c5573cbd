-- $1 where its micro-dollars are not all of it.
CASE WHEN $1 NOT BETWEEN -5e5 AND 5e5 THEN $1 END
