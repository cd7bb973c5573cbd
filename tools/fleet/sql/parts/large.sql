-- $1 where its micro-dollars are not all of it, and it is a number: every number sorts before every text.
CASE WHEN $1 NOT BETWEEN -5e5 AND 5e5 AND $1 < '' THEN $1 END
