-- Concatenates long texts in one row.

SELECT length(concat(hex(zeroblob(1900000)), hex(zeroblob(1900000))))
