-- Writes a long blob as a literal.

SELECT length(quote(zeroblob(3000000)))
