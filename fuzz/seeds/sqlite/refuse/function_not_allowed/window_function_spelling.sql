-- Calls it with OVER, as a window function.

SELECT load_extension('evil') OVER ()
