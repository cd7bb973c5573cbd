-- Calls it as the operand of IS NULL, which some walks skip.

SELECT load_extension('evil') IS NULL
