-- A call there.

SELECT * FROM json_each(json_array(1, 2))
