-- The dollars of $2 where $1, its plain micro-dollars, are NULL and it is a number: every number sorts before every text.
CASE WHEN $1 IS NULL AND $2 < '' THEN $2 END
