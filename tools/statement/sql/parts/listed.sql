-- The names of the list that is bound as $1.
SELECT value FROM json_each($1)
