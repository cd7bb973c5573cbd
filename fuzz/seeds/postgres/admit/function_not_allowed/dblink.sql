-- Looks like dblink and is honest: a set with a column list.

SELECT * FROM json_to_recordset('[{"a": 1}]') AS t(a int)
