-- Calls what is not permitted in the second.

SELECT 1; SELECT load_extension('evil')
