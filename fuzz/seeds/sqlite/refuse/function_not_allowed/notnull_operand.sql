-- Calls it as the operand of NOTNULL.

SELECT load_extension('evil') NOTNULL
