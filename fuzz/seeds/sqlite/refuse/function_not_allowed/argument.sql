-- Calls it in the argument of a permitted one.

SELECT abs(load_extension('evil'))
