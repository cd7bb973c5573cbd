-- Loads native code.

SELECT load_extension('evil')
