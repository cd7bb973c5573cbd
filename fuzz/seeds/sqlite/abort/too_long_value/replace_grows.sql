-- Replaces each byte of a text by a long one.

SELECT length(replace(hex(zeroblob(20000)), '00', hex(zeroblob(20000))))
