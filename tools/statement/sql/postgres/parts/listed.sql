-- The names of the list that is bound as $1.
SELECT value FROM json_array_elements_text(CAST($1 AS json))
