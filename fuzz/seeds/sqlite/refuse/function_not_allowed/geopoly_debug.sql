-- Prints to the output of the process.

SELECT geopoly_debug(1)
