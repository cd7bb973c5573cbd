-- Calls it in EXISTS.

SELECT EXISTS (SELECT load_extension('evil'))
