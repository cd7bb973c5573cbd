-- Calls it in the argument of a table function.

SELECT * FROM json_each(load_extension('evil'))
