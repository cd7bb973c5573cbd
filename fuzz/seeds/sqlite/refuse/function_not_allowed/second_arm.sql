-- Calls it in the second arm of EXCEPT.

SELECT 1 EXCEPT SELECT load_extension('evil')
